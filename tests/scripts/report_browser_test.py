#!/usr/bin/python3
"""Tests the page of scripts/report.py in headless Chromium: first screen, layout, filters, sorting, values and puzzles.

Skips the test without a browser or selenium."""

import atexit
import functools
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
    from selenium.webdriver.common.action_chains import ActionChains
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

PHONE, DESK = (390, 844), (1400, 900)
SCREENS = [(size, scheme) for size in (DESK, PHONE) for scheme in ("light", "dark")]


@functools.cache
def start_browser():
    """Returns the browser of all tests."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    # Chromium has no sandbox for root. Containers have a small /dev/shm.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    atexit.register(browser.quit)
    return browser


class BrowserTestCase(unittest.TestCase):
    """All tests of a class share one page. Each test loads it again."""

    PAGE = {}  # options of the made-up run

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="sudoku-browser-")))
        cls.page = cls.write_page("small", **cls.PAGE)
        cls.browser = start_browser()

    @classmethod
    def write_page(cls, name, pictures=0, **options):
        """Writes a page with its first `pictures` pictures only, because pictures are slow."""
        run = script_testing.write_run(cls.folder / name, **options)
        page = run / "report.html"
        with unittest.mock.patch.object(report, "PICTURES", report.PICTURES[:pictures]):
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

    def find_all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def choose(self, name, text):
        Select(self.find(f"#{name}")).select_by_visible_text(text)

    def press(self, table, heading):
        """Presses the button in the heading of a column."""
        next(one for one in self.find_all(f"#{table} thead button") if one.text == heading).click()

    def sorting(self, table):
        """Returns the headings of the sorted columns, with their directions."""
        return self.run_script("""
            return [...document.querySelectorAll(`#${arguments[0]} th`)]
                .filter((cell) => ["ascending", "descending"].includes(cell.ariaSort))
                .map((cell) => [cell.textContent, cell.ariaSort]);
        """, table)

    def assert_fits(self, width):
        """Asserts that nothing is wider than the window, also in the parts that are closed at first."""
        self.run_script("for (const one of document.querySelectorAll('details')) one.open = true;")
        self.assertEqual(width, self.run_script("return document.documentElement.scrollWidth"))

    def assert_light_on_dark(self, is_dark):
        paper, ink, picture_ink = self.run_script("""
            const sum = (colour) => colour.match(/\\d+/g).slice(0, 3)
                .reduce((total, part) => total + Number(part), 0);
            const body = getComputedStyle(document.body);
            const text = getComputedStyle(document.querySelector("figure svg text"));
            return [body.backgroundColor, body.color, text.fill].map(sum);
        """)
        self.assertEqual(is_dark, paper < ink)
        self.assertGreater(abs(paper - ink), 500)
        self.assertEqual(ink, picture_ink)


PUZZLES = 300  # per dataset
ROWS = 10
DATASETS = ("data/hard.txt", "data/easy.txt", script_testing.HOSTILE, script_testing.HOSTILE_TWIN)


class Puzzles(BrowserTestCase):
    PAGE = {"datasets": DATASETS, "puzzles": PUZZLES}

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

    def test_missing_values_sort_last_in_both_directions(self):
        self.press("puzzle-table", "quick")
        self.assertEqual([["quick", "ascending"]], self.sorting("puzzle-table"))
        self.assertEqual({"3.00 µs"}, set(self.cells("quick")))
        self.assertEqual("11", self.cells("line")[0])
        self.press("puzzle-table", "quick")
        self.assertEqual([["quick", "descending"]], self.sorting("puzzle-table"))
        self.assertEqual({"33.0 µs"}, set(self.cells("quick")))
        self.assertIn("by quick, highest first", self.status())
        for _ in range(2):
            self.press("puzzle-table", "slow")
            self.assertNotIn("other", self.cells("slow"))
            self.find("[data-page=last]").click()
            self.assertEqual(["other"] * 4, self.cells("slow")[-4:])
        self.press("puzzle-table", "solutions")
        self.assertEqual({"0"}, set(self.cells("solutions")))
        self.press("puzzle-table", "solutions")
        self.assertEqual({">=340282366920938463463374607431768211455"}, set(self.cells("solutions")))

    def test_sorting_by_keyboard_keeps_the_focus(self):
        self.find('#puzzle-table button[data-key="line"]').send_keys(Keys.ENTER)
        self.assertEqual("line", self.browser.switch_to.active_element.text)
        self.browser.switch_to.active_element.send_keys(Keys.SPACE)
        self.assertEqual([["line", "descending"]], self.sorting("puzzle-table"))
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
        self.show(DESK)
        self.find("#engine").send_keys("qui")
        headings = [button.text for button in self.find_all("#puzzle-table th button")]
        self.assertEqual(["dataset", "line", "puzzle", "solutions", "quick"], headings)
        self.find("#text").send_keys(script_testing.puzzle_text(247)[:20].replace(".", "0"))
        self.assertEqual(["247"] * 4, self.cells("line"))
        self.assertEqual(script_testing.puzzle_text(247), self.cells("puzzle")[0])

    def test_guesses_are_shown_for_engines_without_times(self):
        self.assertNotIn("wide", self.find("#puzzle-table thead").text)
        self.choose("measure", "guesses")
        self.assertEqual("1", self.cells("wide")[0])
        self.press("puzzle-table", "wide")
        self.assertEqual({"0"}, set(self.cells("wide")))
        self.choose("measure", "time")
        self.assertNotIn("wide", self.find("#puzzle-table thead").text)

    def test_pages(self):
        self.assertEqual("1,200 of 1,200 puzzles", self.status())
        self.assertEqual([str(n) for n in range(1, ROWS + 1)], self.cells("line"))
        self.assertIn("<script>", self.run_script("return document.body.textContent"))
        buttons = {button.text: button for button in self.find_all("#puzzle-pages button")}
        buttons["Next"].click()
        self.assertEqual(str(ROWS + 1), self.cells("line")[0])
        buttons["Last"].click()
        self.assertEqual(str(PUZZLES), self.cells("line")[-1])
        self.assertEqual("page 120 of 120", self.find("#puzzle-page").text)
        self.assertFalse(buttons["Next"].is_enabled())

    def test_the_first_tab_stop_skips_to_the_outcome(self):
        self.find("body").send_keys(Keys.TAB)
        focused = self.browser.switch_to.active_element
        self.assertEqual("Skip to the outcome", focused.text)
        self.assertGreaterEqual(focused.rect["x"], 0)
        self.assertNotEqual("none", focused.value_of_css_property("outline-style"))
        focused.send_keys(Keys.ENTER)
        self.assertEqual("outcome", self.browser.switch_to.active_element.get_attribute("id"))

    def test_the_page_fits_the_width_and_its_controls_have_names(self):
        """The column of puzzles is to the left of the engines, because there may be many engines."""
        for size in (DESK, PHONE):
            self.show(size)
            right = self.run_script("""
                const table = document.getElementById("puzzle-table");
                const cell = table.querySelector("td.puzzle").getBoundingClientRect();
                return cell.right - table.parentElement.getBoundingClientRect().left;
            """)
            self.assertLess(right, size[0])
            self.choose("state", "not solved by all engines")
            self.assert_fits(size[0])
            for control in self.find_all("button, select, input, summary"):
                self.assertNotEqual("", control.accessible_name)


def with_all_columns(row):
    return {**row, "p999_ns": 2_340_000, "vbs_share": 0.998, "peak_bytes": 1 << 20}


def with_a_wrong_engine(row):
    return {**with_all_columns(row), "verdict": "wrong" if row["engine"] == "slow" else row["verdict"],
            "noise": "interfered", "lost_ns": row["wall_ns"]}


class Layout(BrowserTestCase):
    PAGE = {"pictures": len(report.PICTURES), "datasets": ("a/hard.txt", "a/famous.txt", "a/multi.txt"), "puzzles": 40,
            "change": with_all_columns}

    def texts(self, selector):
        return [one.text for one in self.find_all(selector) if one.is_displayed()]

    def test_the_first_screen_shows_the_fastest_engine(self):
        for size, scheme in SCREENS:
            self.show(size, scheme)
            self.assert_light_on_dark(scheme == "dark")
            outcomes = self.find_all(".outcomes li")
            self.assertEqual(["hard", "famous", "multi"], [one.find_element(By.TAG_NAME, "h3").text
                                                           for one in outcomes])
            for one in outcomes:
                self.assertIn("wide is 6.00x faster [5.40, 6.60] than quick.", one.text)
                self.assertLess(one.rect["y"] + one.rect["height"], size[1])
            chart = self.find(".ranking")
            self.assertTrue(size == PHONE or chart.rect["y"] + chart.rect["height"] < size[1])
            self.assert_fits(size[0])

    def test_all_datasets_have_the_order_of_the_run(self):
        names = ["hard", "famous", "multi"]
        self.assertEqual(names, self.texts(".ranking caption strong"))
        self.assertEqual(["all", *names], self.texts("#dataset option"))
        self.assertEqual(names, self.texts("#pairs summary"))
        self.assertEqual(names, list(dict.fromkeys(self.texts("#engines td:first-child"))))
        self.assertEqual(names, self.texts(".chapters > section:first-child .figure-title"))

    def test_wrong_engines_are_first_and_red(self):
        page = self.write_page("wrong", **{**self.PAGE, "pictures": 1, "change": with_a_wrong_engine})
        for size, scheme in SCREENS:
            self.show(size, scheme, page)
            first = self.find("main > :first-child")
            self.assertIn("slow gave a wrong answer", first.text)
            red, green, blue = self.run_script(
                "return getComputedStyle(arguments[0]).color.match(/\\d+/g).map(Number)", first)[:3]
            self.assertGreater(red, max(green, blue) + 60)
            self.assertTrue(self.texts(".ranking tbody tr:last-child")[0].startswith("slow"))
            self.assert_fits(size[0])

    def test_tables_and_pictures_fit_a_desktop(self):
        self.assertEqual([], self.run_script("""
            return [...document.querySelectorAll("#engines .scroll, #pairs .scroll")]
                .map((table) => table.scrollWidth - table.clientWidth).filter((more) => more > 0);
        """))
        rows = self.run_script("""
            return [...document.querySelectorAll(".figures, .rankings")].map((figures) => {
                const boxes = [...figures.children].map((one) => one.getBoundingClientRect());
                const end = figures.getBoundingClientRect().right;
                return [boxes.length, new Set(boxes.map((box) => box.top)).size,
                        Math.abs(Math.max(...boxes.map((box) => box.right)) - end) < 1];
            });
        """)
        self.assertEqual([[3, 1, True]] * len(rows), rows)

    def test_filter_by_dataset(self):
        self.choose("dataset", "famous")
        self.assertEqual(["famous"], self.texts(".ranking caption strong"))
        self.assertEqual({"famous"}, set(self.texts("#engines td:first-child")))
        self.assertEqual({"famous"}, set(self.texts("figure .figure-title")))
        self.assertIn("1 of 3 datasets", self.find("#filter-status").text)
        self.assertIn("40 of 120 puzzles", self.find("#puzzle-status").text)
        self.choose("dataset", "all")
        self.assertEqual(3, len(self.texts(".ranking caption strong")))
        self.find(".outcomes li:last-child a").click()
        self.assertEqual(["multi"], self.texts(".ranking caption strong"))

    def test_filter_by_engine(self):
        for text, engines in (("QUI", ["quick"]), ("quick, slow", ["quick", "slow"]), ("nobody", [])):
            self.find("#engine").clear()
            self.find("#engine").send_keys(text)
            self.assertEqual(engines * 3, self.texts(".ranking tbody th"))
            self.assertEqual(engines * 3, self.texts("#engines tbody th"))
            self.assertIn(f"{len(engines)} of 3 engines", self.find("#filter-status").text)
            self.assertEqual(3 - len(engines), self.run_script("""
                const off = document.querySelectorAll("figure svg .off");
                return new Set([...off].map((one) => one.dataset.engine)).size;
            """))

    def test_many_datasets_start_with_the_first_one(self):
        page = self.write_page("many", datasets=[f"d{i}.txt" for i in range(5)], puzzles=12)
        self.show(DESK, page=page)
        self.assertEqual(["d0"], self.texts(".ranking caption strong"))
        self.assertEqual(5, len(self.texts(".outcomes h3")))

    def test_sorting(self):
        def column(place):
            return self.texts(f"#engines tbody tr :nth-child({place})")

        self.choose("dataset", "hard")
        self.assertEqual(["wide", "quick", "slow"], column(2))
        self.press("engines", "p50")
        self.assertEqual(["quick", "slow", "wide"], column(2))  # wide has no value
        self.press("engines", "p50")
        self.assertEqual(["slow", "quick", "wide"], column(2))
        self.press("engines", "engine")
        self.assertEqual(["quick", "slow", "wide"], column(2))
        self.press("engines", "speedup [95 %]")
        self.assertEqual(["slow", "quick", "wide"], column(2))
        self.assertEqual([["speedup [95 %]", "ascending"]], self.sorting("engines"))

    def hover(self, element):
        ActionChains(self.browser).move_to_element(element).perform()
        return self.find("#values").text

    def test_the_pointer_shows_values(self):
        self.assertFalse(self.find("#values").is_displayed())
        row = self.find(".ranking tbody tr:last-child td:last-child")
        self.assertIn("slow: 30.0x slower [27.3, 33.3] than quick", self.hover(row))
        label = next(one for one in self.find_all("figure svg text") if one.text == "quick")
        self.assertIn("hard: quick solves 50 % within 18.0 µs", self.hover(label))
        self.assertEqual({"hovered"}, set(self.run_script("""
            const of = document.querySelector("figure svg").querySelectorAll("[data-engine='1']");
            return [...of].map((one) => one.getAttribute("class"));
        """)))
        self.assertEqual("", self.hover(self.find("h1")))

    def test_picked_engines_are_highlighted(self):
        button = next(one for one in self.find_all(".ranking tbody button") if one.text == "slow")
        button.click()
        self.assertEqual("true", button.get_attribute("aria-pressed"))
        weak, strong = self.run_script("""
            const svg = document.querySelector("figure svg");
            return ["0", "2"].map((one) => getComputedStyle(svg.querySelector(`[data-engine="${one}"]`)).opacity);
        """)
        self.assertEqual(("0.25", "1"), (weak, strong))
        label = next(one for one in self.find_all("figure svg text") if one.text == "slow")
        ActionChains(self.browser).move_to_element(label).click().perform()
        self.assertEqual("false", button.get_attribute("aria-pressed"))

    def test_the_page_works_without_javascript(self):
        self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.show(PHONE)
            self.assertEqual(9, len(self.texts(".ranking tbody tr")))
            self.assertEqual(9, len(self.texts("#engines tbody tr")))
            self.assertEqual([], self.texts("#controls, #puzzle-controls"))
            row = self.find(".ranking tbody tr")
            self.assertIn("6.00x faster [5.40, 6.60] than quick", row.get_attribute("title"))
        finally:
            self.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_the_page_of_a_count(self):
        count = script_testing.write_count(self.folder / "count")
        page = count / "report.html"
        page.write_text(report.page_of(count), encoding="utf-8")
        for size, scheme in SCREENS:
            self.show(size, scheme, page)
            self.assert_light_on_dark(scheme == "dark")
            self.assert_fits(size[0])
            self.assertTrue(self.run_script("""
                return [...document.querySelectorAll(".scroll")].every((one) => one.scrollWidth <= one.clientWidth);
            """))
        self.assertEqual("totals", self.find("main > section").get_attribute("id"))


if __name__ == "__main__":
    unittest.main()
