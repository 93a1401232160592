"""Tests that the notebook runs and draws its pictures. Writes them to the directory SUDOKU_PICTURES if it is set."""

import base64
import os
import pathlib
import sys
import unittest

from python_testing import PATIENCE, ROOT

try:
    import ipykernel  # noqa: F401
    import matplotlib  # noqa: F401
    import nbclient
    import nbformat
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(0)

NOTEBOOK = ROOT / "scripts" / "tour.ipynb"
PNG = b"\x89PNG\r\n"


class NotebookTest(unittest.TestCase):
    def setUp(self):
        self.notebook = nbformat.read(NOTEBOOK, as_version=4)
        self.cells = [cell for cell in self.notebook.cells if cell.cell_type == "code"]

    def test_the_notebook_is_stored_without_outputs(self):
        for cell in self.cells:
            self.assertEqual((cell.outputs, cell.execution_count), ([], None))

    def test_the_notebook_runs(self):
        nbclient.NotebookClient(self.notebook, timeout=int(PATIENCE), kernel_name="python3").execute()
        outputs = [output for cell in self.cells for output in cell.outputs]
        self.assertFalse([output.text for output in outputs if output.output_type == "stream"])
        data = [output.data for output in outputs if "data" in output]
        self.assertIn("6670903752021072936960", [one.get("text/plain") for one in data])
        pictures = [base64.b64decode(one["image/png"]) for one in data if "image/png" in one]
        self.assertEqual([picture[:len(PNG)] for picture in pictures], [PNG] * 3)
        for number, picture in enumerate(pictures):
            if "SUDOKU_PICTURES" in os.environ:
                pathlib.Path(os.environ["SUDOKU_PICTURES"], f"{number}.png").write_bytes(picture)


if __name__ == "__main__":
    unittest.main()
