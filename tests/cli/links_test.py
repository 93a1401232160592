"""Tests that the program does not write through links that other users put into a directory."""

from cli_testing import CliTestCase, FIVE, UNIQUE, main


class LinksTest(CliTestCase):

    def plant(self, name):
        """Puts a link to a precious file in the place of an output."""
        (self.directory / name).parent.mkdir(exist_ok=True)
        precious = self.directory / "precious"
        precious.write_text("")
        (self.directory / name).symlink_to(precious)

    def assert_replaced(self, *names):
        for name in names:
            self.assertFalse((self.directory / name).is_symlink(), name)
            self.assertGreater((self.directory / name).stat().st_size, 20)
        self.assertEqual("", (self.directory / "precious").read_text())

    def test_results_replace_links(self):
        self.write("d.txt", [UNIQUE, FIVE] * 12)
        names = [f"out/{name}.csv" for name in ("runs", "blocks", "summary", "puzzles")] + ["out/context.json"]
        for name in names:
            self.plant(name)
        self.assert_exit(2, self.bench("d.txt", "--engine", "dlx", "--quiet"))
        self.assert_exit(0, self.bench("d.txt", "--engine", "dlx", "--quiet", "--per-puzzle", "--force"))
        self.assert_replaced(*names)

    def test_checkpoints_replace_links(self):
        self.write("d.txt", [UNIQUE, FIVE] * 12)
        names = [f"k/checkpoint/{name}.csv" for name in ("runs", "blocks", "puzzles", "progress")]
        command = ("count", "d.txt", "--checkpoint", "k", "--per-puzzle", "--quiet", "--out", "k")
        self.assert_exit(0, self.run_program(*command))
        kept = {name: (self.directory / name).read_bytes() for name in names}
        for name in names:
            (self.directory / name).rename(self.directory / "mine")
            (self.directory / name).symlink_to(self.directory / "mine")
            self.assert_exit(0, self.run_program(*command, "--resume"))
            self.assertEqual(kept[name], (self.directory / "mine").read_bytes())
            self.assertFalse((self.directory / name).is_symlink(), name)

    def test_files_beside_an_output_replace_links(self):
        for name in ("p.txt.meta.json", "m.txt.meta.json", "m.txt.pool.json"):
            (self.directory / name).symlink_to(self.directory / "nothing")
        self.assert_exit(0, self.run_program("generate", "--seed", "1", "--out", "p.txt"))
        self.assert_exit(0, self.run_program("generate", "--mine", "--puzzles", "1", "--rounds", "1", "--out", "m.txt"))
        self.assertFalse((self.directory / "nothing").exists())

    def test_an_output_of_the_user_may_be_a_link(self):
        (self.directory / "link").symlink_to(self.directory / "real")
        self.assert_exit(0, self.run_program("generate", "--puzzles", "1", "--minimal", "--seed", "1", "--out", "link"))
        self.assertTrue((self.directory / "link").is_symlink())
        self.assertTrue((self.directory / "real").is_file())


if __name__ == "__main__":
    main()
