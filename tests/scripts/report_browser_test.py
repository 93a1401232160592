#!/usr/bin/python3
"""Tests the page of scripts/report.py in headless Chromium. Skipped without a browser or selenium."""

import pathlib
import shutil
import sys
import tempfile
import unittest
import unittest.mock

import script_testing  # first: it finds the scripts

import report
from sudoku_bench import results

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(0)
if not (BROWSER and DRIVER):
    print("skipped: there is no chromium, or no chromedriver")
    sys.exit(0)

PUZZLES = 300  # per dataset
MANY = 100_000
DATASETS = ("data/hard.txt", "data/easy.txt", script_testing.HOSTILE, script_testing.HOSTILE_TWIN)
PHONE, DESK = (360, 780), (1280, 900)


def start_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    # Chromium has no sandbox for root. Containers have a small /dev/shm.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


class Browser(unittest.TestCase):
    """All tests share one page and one browser. Each opens the page again."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="sudoku-browser-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.page = cls.write_page("small", datasets=DATASETS, puzzles=PUZZLES)
        cls.browser = start_browser()
        cls.addClassCleanup(cls.browser.quit)

    @classmethod
    def write_page(cls, name, **options):
        run = script_testing.write_run(cls.folder / name, **options)
        page = run / "report.html"
        page.write_text(report.render(results.read_run(run)), encoding="utf-8")
        return page

    def setUp(self):
        self.show(DESK)

    def tearDown(self):
        self.assertEqual([], self.browser.get_log("browser"))

    def show(self, size, scheme="light", page=None):
        width, height = size
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get((page or self.page).as_uri())

    def run_script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def status(self):
        return self.find("#puzzle-status").text

    def cells(self, heading):
        """Returns the cells of a column."""
        return self.run_script("""
            const table = document.getElementById("puzzle-table");
            const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
            const index = headings.indexOf(arguments[0]);
            return [...table.tBodies[0].rows].map((row) => row.cells[index].textContent);
        """, heading)

    def sort_by(self, heading):
        for button in self.browser.find_elements(By.CSS_SELECTOR, "#puzzle-table th button"):
            if button.text == heading:
                button.click()
                return
        self.fail(f"no column {heading}")

    def sorting(self):
        return self.run_script("""
            return [...document.querySelectorAll("#puzzle-table th")]
                .filter((cell) => cell.ariaSort !== "none")
                .map((cell) => [cell.textContent, cell.ariaSort]);
        """)

    def choose(self, name, text):
        Select(self.find(f"#{name}")).select_by_visible_text(text)

    def test_a_hundred_thousand_puzzles_can_be_sorted_and_searched(self):
        with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
            page = self.write_page("large", puzzles=MANY)
        self.browser.get(page.as_uri())
        self.assertEqual("100,000 of 100,000 puzzles", self.status())
        self.sort_by("line")
        self.sort_by("line")
        self.assertEqual([str(MANY - n) for n in range(25)], self.cells("line"))
        self.find("#text").send_keys("4321")
        self.assertRegex(self.status(), r"^\d+ of 100,000 puzzles")
        self.assertIn("4321", self.cells("line"))

    def test_the_first_page_of_puzzles_is_shown_first(self):
        self.assertEqual("1,200 of 1,200 puzzles", self.status())
        self.assertEqual([str(n) for n in range(1, 26)], self.cells("line"))
        self.assertIn("<script>", self.run_script("return document.body.textContent"))

    def test_missing_values_sort_last_in_both_directions(self):
        self.sort_by("quick")
        self.assertEqual([["quick", "ascending"]], self.sorting())
        self.assertEqual({"3.00 µs"}, set(self.cells("quick")))
        self.assertEqual("11", self.cells("line")[0])
        self.sort_by("quick")
        self.assertEqual([["quick", "descending"]], self.sorting())
        self.assertEqual({"33.0 µs"}, set(self.cells("quick")))
        self.assertIn("by quick, highest first", self.status())
        for _ in range(2):
            self.sort_by("slow")
            self.assertNotIn("other", self.cells("slow"))
            self.find("[data-page=last]").click()
            self.assertEqual(["other"] * 4, self.cells("slow")[-4:])
        self.sort_by("solutions")
        self.assertEqual({"0"}, set(self.cells("solutions")))
        self.sort_by("solutions")
        self.assertEqual({">=340282366920938463463374607431768211455"}, set(self.cells("solutions")))

    def test_sorting_by_keyboard_keeps_the_focus(self):
        button = self.find('#puzzle-table button[data-key="line"]')
        button.send_keys(Keys.ENTER)
        self.assertEqual("line", self.browser.switch_to.active_element.text)
        self.browser.switch_to.active_element.send_keys(Keys.SPACE)
        self.assertEqual([["line", "descending"]], self.sorting())
        self.assertEqual(str(PUZZLES), self.cells("line")[0])

    def test_filters(self):
        self.choose("dataset", "easy")
        self.assertIn("300 of 1,200", self.status())
        self.assertEqual({"easy"}, set(self.cells("dataset")))
        self.choose("state", "not solved by all engines")
        self.assertIn("2 of 1,200", self.status())
        self.assertEqual(["timeout \u2265 270 µs", "other"], self.cells("slow"))
        self.choose("state", "solved by all engines")
        self.assertIn("298 of 1,200", self.status())
        self.find("#text").send_keys("243")
        self.assertIn("1 of 1,200", self.status())
        self.assertEqual(["243"], self.cells("line"))
        self.find("#text").send_keys("x")
        self.assertIn("0 of 1,200", self.status())
        self.assertEqual([], self.cells("line"))

    def test_search_by_part_of_a_puzzle(self):
        self.find("#text").send_keys(script_testing.puzzle_text(247)[:20].replace(".", "0"))
        self.assertEqual(["247"] * 4, self.cells("line"))
        self.assertEqual(script_testing.puzzle_text(247), self.cells("puzzle")[0])

    def test_guesses_are_shown_for_engines_without_times(self):
        self.assertNotIn("wide", self.find("#puzzle-table thead").text)
        self.choose("measure", "guesses")
        self.assertEqual("1", self.cells("wide")[0])
        self.sort_by("wide")
        self.assertEqual({"0"}, set(self.cells("wide")))
        self.choose("measure", "time")
        self.assertNotIn("wide", self.find("#puzzle-table thead").text)

    def test_pages(self):
        buttons = {button.text: button for button in
                   self.browser.find_elements(By.CSS_SELECTOR, "#puzzle-pages button")}
        self.assertFalse(buttons["Previous"].is_enabled())
        buttons["Next"].click()
        self.assertEqual("26", self.cells("line")[0])
        buttons["Last"].click()
        self.assertEqual(str(PUZZLES), self.cells("line")[-1])
        self.assertEqual("page 48 of 48", self.find("#puzzle-page").text)
        self.assertFalse(buttons["Next"].is_enabled())
        buttons["First"].click()
        self.assertEqual("1", self.cells("line")[0])

    def test_the_first_tab_stop_skips_to_the_verdicts(self):
        self.find("body").send_keys(Keys.TAB)
        focused = self.browser.switch_to.active_element
        self.assertEqual("Skip to the verdicts", focused.text)
        self.assertGreaterEqual(focused.rect["x"], 0)
        self.assertNotEqual("none", focused.value_of_css_property("outline-style"))
        focused.send_keys(Keys.ENTER)
        self.assertEqual("verdicts", self.browser.switch_to.active_element.get_attribute("id"))

    def test_every_control_has_a_name(self):
        controls = "button, select, input, summary"
        for control in self.browser.find_elements(By.CSS_SELECTOR, controls):
            self.assertNotEqual("", control.accessible_name)

    def test_the_page_fits_the_width_of_a_phone(self):
        for scheme in ("light", "dark"):
            self.show(PHONE, scheme)
            width = self.run_script("return document.documentElement.scrollWidth")
            self.assertEqual(PHONE[0], width)
            self.choose("state", "not solved by all engines")
            self.assertEqual(width, self.run_script("return document.documentElement.scrollWidth"))

    def page_of_three(self):
        """Returns a page with three datasets, all columns, and an engine with wrong answers."""
        if not (self.folder / "three").exists():
            self.write_page("three", datasets=("a/hard.txt", "a/famous.txt", "a/multi.txt"),
                            puzzles=40, change=lambda row: {
                **row, "p999_ns": 2_340_000, "vbs_share": 0.998,
                "verdict": "wrong" if row["engine"] == "slow" else row["verdict"], "noise": "interfered",
                "lost_ns": row["wall_ns"]})
        return self.folder / "three" / "report.html"

    def test_tables_fit_a_desktop_and_ratios_fit_a_phone(self):
        self.show(DESK, page=self.page_of_three())
        self.assertEqual([], self.run_script("""
            return [...document.querySelectorAll("#summary .scroll, #pairs .scroll")]
                .map((table) => table.scrollWidth - table.clientWidth).filter((more) => more > 0);
        """))
        self.show(PHONE, page=self.page_of_three())
        heading, right = self.run_script("""
            const table = document.querySelector("#summary table");
            const cells = [...table.rows].map((row) => row.cells[1]);
            return [cells[0].textContent,
                    Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))];
        """)
        self.assertIn("speedup over quick", heading)
        self.assertLessEqual(right, PHONE[0])

    def test_three_datasets_fill_a_row(self):
        for size in (DESK, (1400, 900)):
            self.show(size, page=self.page_of_three())
            rows = self.run_script("""
                return [...document.querySelectorAll(".figures")].map((figures) => {
                    const boxes = [...figures.children].map((one) => one.getBoundingClientRect());
                    const end = figures.getBoundingClientRect().right;
                    return [boxes.length, new Set(boxes.map((box) => box.top)).size,
                            Math.abs(Math.max(...boxes.map((box) => box.right)) - end) < 1];
                });
            """)
            self.assertEqual([[3, 1, True]] * len(rows), rows)

    def test_wrong_engines_are_first_and_red(self):
        for scheme in ("light", "dark"):
            self.show(DESK, scheme, page=self.page_of_three())
            first = self.find("main > :first-child")
            self.assertIn("slow gave a wrong answer", first.text)
            red, green, blue = self.run_script(
                "return getComputedStyle(arguments[0]).color.match(/\\d+/g).map(Number)", first)[:3]
            self.assertGreater(red, max(green, blue) + 60)
            last = self.find("#summary tbody tr:last-child")
            self.assertTrue(last.text.startswith("slow"))

    def assert_light_on_dark(self, is_dark):
        colours = self.run_script("""
            const sum = (colour) => colour.match(/\\d+/g).slice(0, 3)
                .reduce((total, part) => total + Number(part), 0);
            const body = getComputedStyle(document.body);
            const text = getComputedStyle(document.querySelector("figure svg text"));
            return [body.backgroundColor, body.color, text.fill].map(sum);
        """)
        paper, ink, picture_ink = colours
        self.assertEqual(is_dark, paper < ink)
        self.assertGreater(abs(paper - ink), 500)
        self.assertEqual(ink, picture_ink)

    def test_dark_mode_includes_the_pictures(self):
        for scheme, is_dark in (("light", False), ("dark", True)):
            self.show(DESK, scheme)
            self.assert_light_on_dark(is_dark)

    def test_the_page_of_a_count_fits_a_phone_and_dark_mode(self):
        count = script_testing.write_count(self.folder / "count")
        page = count / "report.html"
        page.write_text(report.page_of(count, ()), encoding="utf-8")
        for size in (DESK, PHONE):
            for scheme, is_dark in (("light", False), ("dark", True)):
                self.show(size, scheme, page)
                self.assert_light_on_dark(is_dark)
                self.assertEqual([size[0], True], self.run_script("""
                    const tables = [...document.querySelectorAll(".scroll")];
                    return [document.documentElement.scrollWidth,
                            tables.every((table) => table.scrollWidth <= table.clientWidth)];
                """))
        self.find("body").send_keys(Keys.TAB, Keys.ENTER)
        self.assertEqual("totals", self.browser.switch_to.active_element.get_attribute("id"))


if __name__ == "__main__":
    unittest.main()
