// Ends the target region that begin_<set>.h began. There is no include guard, because a source can
// have several regions.

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
