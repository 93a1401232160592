"""Shared by the tests that show pages of scripts/report.py in headless Chromium.

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
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(0)
if not (BROWSER and DRIVER):
    print("skipped: there is no chromium, or no chromedriver")
    sys.exit(0)

PHONE, DESK = (390, 844), (1400, 900)


@functools.cache
def start_browser():
    """Returns the browser of all tests."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    # Chromium has no sandbox for root. Containers have a small /dev/shm.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--hide-scrollbars"):
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
        folder = tempfile.TemporaryDirectory(prefix="sudoku-browser-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
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

    def width(self):
        """Returns the width of the document, which exceeds that of the window if something overflows."""
        return self.run_script("return document.documentElement.scrollWidth")

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
