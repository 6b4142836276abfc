"""Prints the rows of a table as one JSON list, read by the csv module of Python."""
import csv
import json
import sys

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    print(json.dumps(list(csv.DictReader(file))))
