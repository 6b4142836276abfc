"""Studies with injected errors, for the order of the review queue. Written apart from the product.

    python triage_studies.py MACHINE SEED...

MACHINE is the share of images that a machine measured. Prints a JSON list for each seed: studies as a reader, a machine and sometimes a second reader measured them, with the error that was
injected. Hearts are ellipsoids and flows are waves; readers miss the wall by millimetres and peaks by a few percent, and an error
changes lines, frames, angles or peaks, so that its effect on values follows from geometry.

Distributions: chambers Lang 2015 (doi:10.1016/j.echo.2014.10.003); E/A and e' by age as in the tables of diastolic function that the
product ships. Diseased hearts, shares of machines, second readers and certificates are made up, and stated in docs/readers.md.
"""

from __future__ import annotations

import json
import sys

import numpy

STUDIES, CYCLES = 1_000, 3
ERRORS = 0.10
SYSTOLE_FRAMES = 16
# Longer half axis of the left ventricle in shorter ones, at end diastole, and how much of it is left at end systole.
ELONGATION, SHORTENING = 1.8, 0.86
# Millimetres by which the wall is missed: in a whole study, and at one event more; beats differ by a share of the stroke volume.
# EF of a reader and of a machine then differ by about 5 points, as in Ouyang 2020 (doi:10.1038/s41586-020-2145-8): 4.1 on average.
READER_MM, READER_EVENT_MM, MACHINE_MM, MACHINE_EVENT_MM = 0.5, 0.35, 0.7, 0.5
POOR = 1.3
# How often a machine takes an image for another view (Madani 2018, doi:10.1038/s41746-017-0013-1: 2.2 % of clips).
OTHER_VIEW = 0.022
BEAT = 0.04
# Shares by which peaks and calipers are missed by a reader and by a machine.
READER_PEAK, MACHINE_PEAK = 0.03, 0.05
# An error counts where it changes a value by more than 95 % of readings differ by chance, or the side of a limit by more than one
# standard deviation of readings: less than that changes sides by chance as well.
BEYOND_NOISE, ACROSS = 1.96, 1.0
KINDS = ("end systole", "trabeculae", "wave", "caliper", "sample", "view")
LIMITS = {
    "EF": {"M": [52, 41, 30], "F": [54, 41, 30]},
    "EDV": {"M": [62, 150], "F": [46, 106]},
    "ESV": {"M": [21, 61], "F": [14, 42]},
    "LVIDd": {"M": [4.2, 5.8], "F": [3.8, 5.2]},
    "IVSd": {"M": [10.5], "F": [9.5]},
    "E/A": {"M": [0.8, 2.0], "F": [0.8, 2.0]},
    "E'": {"M": [7.0], "F": [7.0]},
    "Vmax": {"M": [2.8], "F": [2.8]},
    "TAPSE": {"M": [17], "F": [17]},
}
UNITS = {"EF": "%", "EDV": "ml", "ESV": "ml", "LVIDd": "cm", "IVSd": "mm", "E": "cm/s", "A": "cm/s", "E/A": "", "E'": "cm/s", "Vmax": "m/s", "TAPSE": "mm"}
EVENTS = {"EDV": "end_diastole", "ESV": "end_systole"}
TYPES = {
    "4-chamber 2D": ("EDV", "ESV", "EF"),
    "2-chamber 2D": ("EDV", "ESV", "EF"),
    "LV M-Mode": ("LVIDd", "IVSd"),
    "Mitral inflow": ("E", "A", "E/A"),
    "LV tissue Doppler septal": ("E'",),
    "Tricuspid regurgitation": ("Vmax",),
    "TAPSE": ("TAPSE",),
}
WHERE = {
    "end systole": ("4-chamber 2D", "2-chamber 2D"),
    "trabeculae": ("4-chamber 2D", "2-chamber 2D"),
    "wave": ("Mitral inflow",),
    "caliper": ("LV M-Mode", "TAPSE"),
    "sample": ("Mitral inflow", "LV tissue Doppler septal", "Tricuspid regurgitation"),
    "view": ("4-chamber 2D",),
}
AGES = (41, 61)
E_OVER_A = ((1.53, 0.40), (1.28, 0.25), (0.96, 0.18))
SEPTAL = ((15.5, 2.7), (12.2, 2.3), (10.4, 2.1))


def heart(draw):
    """True facts of a person."""
    sex, age = draw.choice(["M", "F"]), draw.uniform(25, 85)
    ill = draw.random() < 0.4
    band = sum(age >= at for at in AGES)
    full = draw.normal(106, 22) if sex == "M" else draw.normal(76, 15)
    fraction = draw.normal(62 if sex == "M" else 64, 5)
    if ill and draw.random() < 0.6:
        full, fraction = full * draw.normal(1.4, 0.2), draw.normal(42, 10)
    e_over_a, septal = draw.normal(*E_OVER_A[band]), draw.normal(*SEPTAL[band])
    if ill:
        septal *= draw.uniform(0.45, 0.8)
        e_over_a *= draw.choice([0.6, 1.0, 1.7])
    e = max(draw.normal(75, 15), 35)
    return {
        "sex": sex,
        "full": max(full, 35.0),
        "fraction": float(numpy.clip(fraction, 12, 78)) / 100,
        "slimmer": draw.normal(0.97, 0.04),
        "LVIDd": (draw.normal(5.02, 0.41) if sex == "M" else draw.normal(4.5, 0.36)) * (draw.normal(1.15, 0.1) if ill and fraction < 50 else 1),
        "IVSd": draw.normal(8.5, 1.2) + (draw.uniform(0, 5) if ill else 0),
        "E": e,
        "A": e / max(e_over_a, 0.35),
        "E'": max(septal, 2.5),
        "Vmax": max(draw.normal(2.2, 0.25) + (draw.uniform(0, 1.4) if ill else 0), 1.2),
        "TAPSE": max(draw.normal(24, 3.5) - (draw.uniform(0, 10) if ill else 0), 6),
    }


def ellipsoid(volume, elongation):
    """Half axes in mm of an ellipsoid of a volume in ml."""
    short = (volume * 1000 * 3 / (4 * numpy.pi * elongation)) ** (1 / 3)
    return elongation * short, short


def measured(long, short):
    """Area-length volume in ml of the outline of an ellipsoid."""
    area, length = numpy.pi * long * short, 2 * long
    return 8 * area**2 / (3 * numpy.pi * length) / 1000


def ventricle(person, missed, beat, slim, error):
    """EDV, ESV and EF of one beat from lines that miss the wall by `missed` mm at end diastole and at end systole."""
    full = person["full"] * slim**2
    stroke = full * person["fraction"] * (1 + beat)
    empty = full - stroke
    if error and error["kind"] == "end systole":
        # Frames early or late on a cosine between the two volumes.
        empty = full - stroke * (1 + numpy.cos(numpy.pi * error["frames"] / SYSTOLE_FRAMES)) / 2
    found = []
    for volume, elongation, by, inside in (
        (full, ELONGATION, missed[0], "full_mm"),
        (empty, ELONGATION * SHORTENING**1.5, missed[1], "empty_mm"),
    ):
        long, short = ellipsoid(volume, elongation)
        cut = error[inside] if error and error["kind"] == "trabeculae" else 0
        shorter = error["foreshortened"] if error and error["kind"] == "view" else 1
        found.append(measured((long + by - cut) * shorter, max(short + by - cut, 3)))
    return {"EDV": found[0], "ESV": found[1], "EF": (1 - found[1] / found[0]) * 100}


def flows(kind, person, missed, beat, error):
    """Values of one beat that are not volumes; `missed` is a share for each value."""
    value = {name: person[name] * (1 + beat / 2) * (1 + missed[name]) for name in TYPES[kind] if name != "E/A"}
    if error and error["kind"] == "caliper":
        name = error["value"]
        value[name] = value[name] / numpy.cos(error["angle"]) + error["mm"] / (10 if UNITS[name] == "cm" else 1)
    if error and error["kind"] == "sample":
        value = {name: one * numpy.cos(error["angle"]) for name, one in value.items()}
    if error and error["kind"] == "wave":
        value["E"], value["A"] = (value["A"], value["E"]) if error["both"] else (value["A"], value["A"])
    if "E" in value:
        value["E/A"] = value["E"] / value["A"]
    return value


def error_of(draw, kind):
    """An error of a kind, in one cycle or in all."""
    place = draw.choice(WHERE[kind])
    made = {"kind": kind, "type": place, "cycles": [int(draw.integers(CYCLES))] if draw.random() < 0.3 else list(range(CYCLES))}
    if kind == "end systole":
        made["frames"] = float(draw.uniform(4, 8))
    elif kind == "trabeculae":
        made["full_mm"], made["empty_mm"] = draw.uniform(2.5, 5), draw.uniform(1.0, 3.0)
    elif kind == "wave":
        made["both"] = bool(draw.random() < 0.5)
    elif kind == "caliper":
        made["value"] = str(draw.choice(TYPES[place]))
        made["angle"], made["mm"] = numpy.radians(draw.uniform(15, 40)), draw.choice([0.0, 3.0])
    elif kind == "sample":
        made["angle"] = numpy.radians(draw.uniform(30, 60))
    else:
        made["foreshortened"], made["cycles"] = draw.uniform(0.75, 0.95), list(range(CYCLES))
    return made


def noise_of(draw, kind, wall, event, peak):
    common = draw.normal(0, wall)
    return {
        "mm": (common + draw.normal(0, event), common + draw.normal(0, event)),
        "share": {name: draw.normal(0, peak) for name in TYPES[kind]},
    }


def reading(kind, person, noise, beats, error=None):
    """Values of an image, cycle after cycle."""
    rows = []
    for cycle, beat in enumerate(beats):
        here = error if error and error["type"] == kind and cycle in error["cycles"] else None
        slim = person["slimmer"] if kind == "2-chamber 2D" or (here and here["kind"] == "view") else 1
        if "EDV" in TYPES[kind]:
            rows.append(ventricle(person, noise["mm"], beat, slim, here))
        else:
            rows.append(flows(kind, person, noise["share"], beat, here))
    return {name: [float(row[name]) for row in rows] for name in TYPES[kind]}


def mean(values):
    return {name: float(numpy.mean(of)) for name, of in values.items()}


def sides(value, limits):
    return [value < limit for limit in limits]


def matters(draw, kind, person, poor, beats, wrong, right):
    """Whether an error changes a value beyond what readers differ by, or the side of a limit."""
    drawn = [mean(reading(kind, person, noise_of(draw, kind, READER_MM * poor, READER_EVENT_MM * poor, READER_PEAK * poor), beats)) for _ in range(40)]
    for name in TYPES[kind]:
        spread = float(numpy.std([one[name] for one in drawn], ddof=1))
        limits = LIMITS.get(name, {}).get(person["sex"], [])
        changed = abs(wrong[name] - right[name]) / spread
        if changed > BEYOND_NOISE or (changed > ACROSS and sides(wrong[name], limits) != sides(right[name], limits)):
            return True
    return False


def oddities(kind, values, error):
    found = []
    if error and error["kind"] == "wave" and error["both"]:
        found.append("e_before_a")
    if "EF" in values:
        found += ["systole_below_diastole"] if any(e >= d for d, e in zip(values["EDV"], values["ESV"])) else []
        found += ["ejection_fraction_pct"] if any(not 5 <= one <= 90 for one in values["EF"]) else []
    return found


def image_of(draw, kind, person, reader, second, error):
    good = bool(draw.random() < 0.8)
    poor = 1 if good else POOR
    beats = draw.normal(0, BEAT, CYCLES)
    noise = noise_of(draw, kind, READER_MM * poor, READER_EVENT_MM * poor, READER_PEAK * poor)
    mine = error if error and error["type"] == kind else None
    values = reading(kind, person, noise, beats, mine)
    counts = mine is not None and matters(draw, kind, person, poor, beats, mean(values), mean(reading(kind, person, noise, beats)))
    # A machine measures each picture as the view that it sees. Its values are not compared where the reader named another view.
    apical = ("4-chamber 2D", "2-chamber 2D")
    swapped = kind in apical and (error is not None and error["kind"] == "view") != (draw.random() < OTHER_VIEW)
    measures = draw.random() < reader["machine"]
    machine = mean(reading(kind, person, noise_of(draw, kind, MACHINE_MM * poor, MACHINE_EVENT_MM * poor, MACHINE_PEAK * poor), beats))
    other = mean(reading(kind, person, noise_of(draw, kind, READER_MM * poor, READER_EVENT_MM * poor, READER_PEAK * poor), beats))
    assisted = "EDV" in TYPES[kind] and draw.random() < 0.5
    quality = draw.beta(8, 2) if mine is None else draw.beta(4, 3)
    return {
        "type": kind,
        "values": [
            {"name": name, "units": UNITS[name], "event": EVENTS.get(name), "cycles": values[name], "limits": LIMITS.get(name, {}).get(person["sex"], [])}
            for name in TYPES[kind]
        ],
        "machine": machine if measures and not swapped else None,
        "seen_as": apical[1 - apical.index(kind)] if measures and swapped else None,
        "second": other if second else None,
        "oddities": oddities(kind, values, mine),
        "proposal": float(quality) if assisted else None,
        "good": good,
        "certified": reader["certified"],
    }, counts


def study_of(draw, machine):
    certified = bool(draw.random() < 0.7)
    # Readers without a certificate make twice as many errors, and all make ERRORS together.
    share = ERRORS / 1.3 * (1 if certified else 2)
    error = error_of(draw, str(draw.choice(KINDS))) if draw.random() < share else None
    person, second = heart(draw), bool(draw.random() < 0.3)
    reader = {"certified": certified, "machine": machine}
    made = [image_of(draw, kind, person, reader, second, error) for kind in TYPES]
    return {"images": [image for image, _ in made], "error": error["kind"] if error else None, "counts": any(counts for _, counts in made)}


def run(machine, seed):
    draw = numpy.random.default_rng(seed)
    return [study_of(draw, machine) for _ in range(STUDIES)]


print(json.dumps([run(float(sys.argv[1]), int(seed)) for seed in sys.argv[2:]]))
