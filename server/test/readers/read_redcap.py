"""Checks a data dictionary and an import file by REDCap's rules, and prints what they contain as one JSON object.

    python read_redcap.py DATA_DICTIONARY.csv IMPORT.csv

The rules are those of REDCap's help on the data dictionary and on the Data Import Tool: the 18 headings in their order; names of
variables of lower-case letters, digits and underscores that begin with a letter, at most 26 characters, unique and not reserved;
the record's name first; choices as `raw, label | raw, label`; values that fit the validation of their field; every instance of
a repeating form once. Nothing here is taken from our own code.
"""
import csv
import datetime
import json
import re
import sys

HEADINGS = [
    "Variable / Field Name",
    "Form Name",
    "Section Header",
    "Field Type",
    "Field Label",
    "Choices, Calculations, OR Slider Labels",
    "Field Note",
    "Text Validation Type OR Show Slider Number",
    "Text Validation Min",
    "Text Validation Max",
    "Identifier?",
    "Branching Logic (Show field only if...)",
    "Required Field?",
    "Custom Alignment",
    "Question Number (surveys only)",
    "Matrix Group Name",
    "Matrix Ranking?",
    "Field Annotation",
]
TYPES = {"text", "notes", "calc", "dropdown", "radio", "checkbox", "yesno", "truefalse", "file", "slider", "descriptive"}
RESERVED = {"redcap_event_name", "redcap_repeat_instrument", "redcap_repeat_instance", "redcap_data_access_group", "redcap_survey_identifier"}
NUMBER = re.compile(r"[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?")
INTEGER = re.compile(r"[-+]?\d+")
TAG = re.compile(r"<[A-Za-z/!]")


def read(path):
    text = open(path, "rb").read().decode("utf-8")
    if text.startswith("\ufeff"):
        raise ValueError("begins with a byte order mark")
    rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
    return rows[0], rows[1:]


def choices(text, complain):
    raw = {}
    for part in text.split("|"):
        code, comma, label = part.partition(",")
        code, label = code.strip(), label.strip()
        if not comma or not re.fullmatch(r"[A-Za-z0-9_]+", code) or label == "" or code in raw:
            complain(f"choice {part!r}")
        raw[code] = label
    return raw


def dictionary(path, errors):
    header, rows = read(path)
    if header != HEADINGS:
        errors.append(f"headings {header}")
    fields, forms = {}, []
    for row in rows:
        entry = dict(zip(header, row, strict=True))
        name, form, kind = entry["Variable / Field Name"], entry["Form Name"], entry["Field Type"]
        complain = lambda what, name=name: errors.append(f"{name}: {what}")
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or "__" in name or name.endswith("_"):
            complain("characters of the name")
        if len(name) > 26:
            complain("longer than 26 characters")
        if name in fields or name in RESERVED or name.endswith("_complete"):
            complain("not unique, or reserved")
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,63}", form):
            complain(f"form {form!r}")
        if form in forms and forms[-1] != form:
            complain(f"form {form} is not in one piece")
        if form not in forms:
            forms.append(form)
        if kind not in TYPES or entry["Field Label"] == "":
            complain(f"type {kind!r} or label")
        if TAG.search(entry["Field Label"] + entry["Field Note"] + entry["Section Header"]):
            complain("looks like HTML")
        listed = entry["Choices, Calculations, OR Slider Labels"]
        validation = entry["Text Validation Type OR Show Slider Number"]
        if (listed != "") != (kind in ("dropdown", "radio", "checkbox")):
            complain("choices of a field without choices, or the reverse")
        if validation != "" and kind != "text" or validation not in ("", "number", "integer", "date_ymd"):
            complain(f"validation {validation!r}")
        fields[name] = {
            "form": form,
            "type": kind,
            "label": entry["Field Label"],
            "note": entry["Field Note"],
            "section": entry["Section Header"],
            "validation": validation,
            "choices": choices(listed, complain) if listed else None,
        }
    return fields, forms


def fits(field, value):
    if field["choices"] is not None:
        return value in field["choices"]
    if field["type"] == "yesno":
        return value in ("0", "1")
    if field["validation"] == "number":
        return NUMBER.fullmatch(value) is not None
    if field["validation"] == "integer":
        return INTEGER.fullmatch(value) is not None
    if field["validation"] == "date_ymd":
        return str(datetime.date.fromisoformat(value)) == value
    return True


def records(path, fields, forms, errors):
    header, rows = read(path)
    record = next(iter(fields))
    system = [name for name in header if name in ("redcap_repeat_instrument", "redcap_repeat_instance")]
    if header[0] != record or len(set(header)) != len(header):
        errors.append("the record is not the first column, or a column is there twice")
    if [name for name in header if name not in system] != list(fields):
        errors.append("columns are not those of the dictionary")
    if system and header[1:3] != ["redcap_repeat_instrument", "redcap_repeat_instance"]:
        errors.append("columns of repeats")
    keys, found = set(), []
    for row in rows:
        entry = dict(zip(header, row, strict=True))
        instrument = entry.get("redcap_repeat_instrument", "")
        instance = entry.get("redcap_repeat_instance", "")
        if system and (instrument not in forms or instrument == fields[record]["form"] or not re.fullmatch(r"[1-9]\d*", instance)):
            errors.append(f"repeat {instrument!r} {instance!r}")
        key = (entry[record], instrument, instance)
        if key in keys or entry[record] == "":
            errors.append(f"record {key} twice, or empty")
        keys.add(key)
        for name, value in entry.items():
            if name in fields and value != "" and not fits(fields[name], value):
                errors.append(f"{name}: {value!r} does not fit")
            if name in fields and instrument and name != record and value != "" and fields[name]["form"] != instrument:
                errors.append(f"{name} is not on the repeated form")
        found.append(entry)
    return system, found


def main():
    errors = []
    fields, forms = dictionary(sys.argv[1], errors)
    system, rows = records(sys.argv[2], fields, forms, errors)
    print(json.dumps({"errors": errors, "fields": fields, "forms": forms, "system": system, "records": rows}))


main()
