"""Prints the text of each page of a PDF, as pypdf reads it, as a JSON list.

    python read_pdf.py FILE
"""
import json
import sys

from pypdf import PdfReader

print(json.dumps([page.extract_text() for page in PdfReader(sys.argv[1]).pages]))
