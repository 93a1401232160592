// Ends what begin_<set>.h began. No include guard: this is a bracket.

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
