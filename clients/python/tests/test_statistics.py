"""Figures of agreement against published examples."""

import unittest

from echometry import bland_altman, icc

NOTHING = float("nan")

# Peak expiratory flow by a large and by a mini Wright meter, first readings, in l/min (Bland & Altman 1986, table 1).
LARGE: list[float] = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI: list[float] = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]

# Six subjects by four judges (Shrout & Fleiss 1979, table 2).
JUDGED: list[list[float]] = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


class Figures(unittest.TestCase):
    def test_bland_and_altman_1986(self) -> None:
        # The paper: mean difference -2.1 and standard deviation 38.8 l/min, large meter minus mini meter.
        found = bland_altman(MINI, LARGE)
        self.assertEqual((found.n, found.left_out), (17, 0))
        self.assertAlmostEqual(found.bias, -2.1, delta=0.05)
        self.assertAlmostEqual(found.sd, 38.8, delta=0.05)
        self.assertAlmostEqual(found.lower, found.bias - 1.96 * 38.8, delta=0.1)
        self.assertAlmostEqual(found.upper, found.bias + 1.96 * 38.8, delta=0.1)

    def test_shrout_and_fleiss_1979(self) -> None:
        # The paper: ICC(2,1) = .29.
        found = icc(JUDGED)
        self.assertEqual((found.n, found.raters), (6, 4))
        self.assertAlmostEqual(found.icc or 0, 0.29, delta=0.005)

    def test_subjects_with_a_missing_value_are_left_out_and_counted(self) -> None:
        whole = icc(JUDGED)
        more = icc([*JUDGED, [9, NOTHING, 5, 8]])
        self.assertEqual((more.icc, more.n, more.left_out), (whole.icc, 6, 1))
        pairs = bland_altman([*MINI, NOTHING], [*LARGE, 400])
        self.assertEqual((pairs.bias, pairs.n, pairs.left_out), (bland_altman(MINI, LARGE).bias, 17, 1))

    def test_raters_who_are_the_same_agree_wholly_and_equal_values_show_nothing(self) -> None:
        self.assertAlmostEqual(icc([[1, 1], [2, 2], [4, 4]]).icc or 0, 1)
        self.assertIsNone(icc([[0.1, 0.1], [0.1, 0.1], [0.1, 0.1]]).icc)

    def test_too_few_subjects_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "1 subjects have every value; at least 2 are needed"):
            bland_altman([1, 2], [1, NOTHING])


if __name__ == "__main__":
    unittest.main()
