"""Tests that the signature of the engines equals tests/signature.txt. A changed search changes it."""

import pathlib
import re
import subprocess

from cli_testing import CliTestCase, main, PATIENCE, PROGRAM, ROOT


class SignatureTest(CliTestCase):
    def test_the_signature_matches_the_file(self):
        result = subprocess.run([ROOT / "scripts/signature", PROGRAM], cwd=self.directory, capture_output=True,
                                text=True, timeout=PATIENCE, check=False)
        self.assertEqual("", result.stderr)
        kept = self.parts((ROOT / "tests/signature.txt").read_text("utf-8"))
        found = self.parts(result.stdout)
        features = [] if self.is_for_arm() else pathlib.Path("/proc/cpuinfo").read_text("utf-8").split()
        asked_for = {"triads_avx512": "avx512_vbmi2", "triads_avx2": "avx2"}
        missing = {engine for engine, feature in asked_for.items() if feature not in features}
        self.assertEqual({engine: part for engine, part in kept.items() if engine not in missing - set(found)}, found,
                         "an engine searches in another way: if it is meant to, keep what scripts/signature prints")

    def is_for_arm(self):
        """Returns whether the program is emulated. Then the kernel reports another processor."""
        return re.search(r"^lanes_neon .*\(unavailable: ", self.run_program("engines").stdout, re.MULTILINE) is None

    @staticmethod
    def parts(signature):
        """Returns the entries of a signature by engine."""
        return dict(part.split(":", 1) for part in signature.split())


if __name__ == "__main__":
    main()
