#!/usr/bin/python3
"""Tests the command report: it starts the script that writes the page."""


from cli_testing import CliTestCase, FIVE, main, UNIQUE


class ReportCommandTest(CliTestCase):
    def setUp(self):
        super().setUp()
        self.write("d.txt", [UNIQUE, FIVE] * 50)
        self.assert_exit(0, self.bench("d.txt", "--engine", "dlx,bitmask"))

    def test_the_page_is_in_the_directory_of_the_results(self):
        result = self.run_program("report", "out")
        self.assert_exit(0, result)
        page = (self.directory / "out" / "report.html").read_text("utf-8")
        self.assertIn("bitmask", page)

    def test_options_reach_the_script(self):
        result = self.run_program("report", "out", "--out", "a page.html", "--baseline", "dlx")
        self.assert_exit(0, result)
        self.assertTrue((self.directory / "a page.html").exists())
        self.assertFalse((self.directory / "out" / "report.html").exists())
        self.assert_fails(4, "missing", "report", "out", "--scaling", "missing")

    def test_invalid_arguments_are_rejected(self):
        self.assert_fails(2, "report needs one directory of results", "report")
        self.assert_fails(2, "report needs one directory of results", "report", "out", "out")
        self.assert_fails(4, "missing", "report", "missing")
        self.assert_fails(4, "-odd", "report", "--", "-odd")


if __name__ == "__main__":
    main()
