#!/usr/bin/python3
"""Tests the table of puzzles of scripts/report.py in a browser. report_layout_test.py tests the rest of the page."""

import unittest
import unittest.mock

import browser_testing  # first: it skips the test without a browser
import script_testing
from browser_testing import DESK, PHONE
from selenium.webdriver.common.keys import Keys

import report

PUZZLES = 300  # per dataset
MANY = 100_000
ROWS = 10
DATASETS = ("data/hard.txt", "data/easy.txt", script_testing.HOSTILE, script_testing.HOSTILE_TWIN)


class Browser(browser_testing.BrowserTestCase):

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

    def sort_by(self, heading):
        for button in self.find_all("#puzzle-table th button"):
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

    def test_a_hundred_thousand_puzzles_can_be_sorted_and_searched(self):
        with unittest.mock.patch.object(report, "PICTURES", ()):  # slow
            page = self.write_page("large", puzzles=MANY)
        self.browser.get(page.as_uri())
        self.assertEqual("100,000 of 100,000 puzzles", self.status())
        self.sort_by("line")
        self.sort_by("line")
        self.assertEqual([str(MANY - n) for n in range(ROWS)], self.cells("line"))
        self.find("#text").send_keys("4321")
        self.assertRegex(self.status(), r"^\d+ of 100,000 puzzles")
        self.assertEqual("94321", self.cells("line")[0])

    def test_the_first_page_of_puzzles_is_shown_first(self):
        self.assertEqual("1,200 of 1,200 puzzles", self.status())
        self.assertEqual([str(n) for n in range(1, ROWS + 1)], self.cells("line"))
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
                   self.find_all("#puzzle-pages button")}
        self.assertFalse(buttons["Previous"].is_enabled())
        buttons["Next"].click()
        self.assertEqual(str(ROWS + 1), self.cells("line")[0])
        buttons["Last"].click()
        self.assertEqual(str(PUZZLES), self.cells("line")[-1])
        self.assertEqual("page 120 of 120", self.find("#puzzle-page").text)
        self.assertFalse(buttons["Next"].is_enabled())
        buttons["First"].click()
        self.assertEqual("1", self.cells("line")[0])

    def test_the_first_tab_stop_skips_to_the_outcome(self):
        self.find("body").send_keys(Keys.TAB)
        focused = self.browser.switch_to.active_element
        self.assertEqual("Skip to the outcome", focused.text)
        self.assertGreaterEqual(focused.rect["x"], 0)
        self.assertNotEqual("none", focused.value_of_css_property("outline-style"))
        focused.send_keys(Keys.ENTER)
        self.assertEqual("outcome", self.browser.switch_to.active_element.get_attribute("id"))

    def test_every_control_has_a_name(self):
        controls = "button, select, input, summary"
        for control in self.find_all(controls):
            self.assertNotEqual("", control.accessible_name)

    def test_the_page_fits_the_width_of_a_phone(self):
        for scheme in ("light", "dark"):
            self.show(PHONE, scheme)
            self.assertEqual(PHONE[0], self.width())
            self.choose("state", "not solved by all engines")
            self.assertEqual(PHONE[0], self.width())

    def test_the_puzzles_are_visible(self):
        """They are left of the engines, which may be many."""
        for size in (DESK, PHONE):
            self.show(size)
            right = self.run_script("""
                const table = document.getElementById("puzzle-table");
                const cell = table.querySelector("td.puzzle").getBoundingClientRect();
                return cell.right - table.parentElement.getBoundingClientRect().left;
            """)
            self.assertLess(right, size[0])

    def test_the_engine_filter_selects_columns(self):
        self.find("#engine").send_keys("qui")
        headings = [button.text for button in self.find_all("#puzzle-table th button")]
        self.assertEqual(["dataset", "line", "puzzle", "solutions", "quick"], headings)


if __name__ == "__main__":
    unittest.main()
