"""The place of a life for a person is made anew, and takes nothing away that is somebody else's."""

import os
import tempfile
import unittest

import by_hand


class ByHandPlace(unittest.TestCase):
    def test_a_folder_that_no_life_has_made_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = f"{folder}/kept"
            os.mkdir(kept)
            with open(f"{kept}/letter", "w") as file:
                file.write("dear")
            os.symlink(kept, f"{folder}/link")
            for name in (kept, f"{folder}/link"):
                with self.assertRaises(SystemExit):
                    by_hand.make_anew(name)
            self.assertEqual(os.listdir(kept), ["letter"])

    def test_what_one_before_has_left_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            by_hand.make_anew(f"{folder}/life")
            for name in ("witness", "left"):
                open(f"{folder}/life/{name}", "w").close()
            by_hand.make_anew(f"{folder}/life")
            self.assertEqual(os.listdir(f"{folder}/life"), [])
