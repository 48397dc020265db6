"""What came of a module, as text, JSON, JUnit XML and for Gradescope."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

from .checks import Result, indented
from .grading import Grading

__all__ = ["FORMATS", "printable"]

SCHEMA = "gridsolve-grade/1"


def text(grading: Grading) -> str:
    """For people: what failed, in full, then how much passed."""
    failed = [result for result in grading.results if result.status == "failed"]
    lines = [f"{grading.spec.title}: {grading.path}", ""]
    for result in failed:
        lines += [f"FAILED {result.check.group}: {result.check.name}", indented(details(result)), ""]
    lines += [f"DIAGNOSIS {words}\n" for words in grading.diagnoses]
    for group in dict.fromkeys(result.check.group for result in grading.results):
        of_group = [result for result in grading.results if result.check.group == group]
        counts = {status: sum(result.status == status for result in of_group) for status in ("passed", "skipped")}
        skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
        earned = sum(grading.points(result)[0] for result in of_group)
        most = sum(grading.points(result)[1] for result in of_group)
        lines.append(f"{group}: {counts['passed']} of {len(of_group)} passed{skipped}; {earned:g} of {most:g} points")
    earned, most = grading.score
    lines.append(f"\n{earned:g} of {most:g} points (hidden cases of seed {grading.seed})")
    return printable("\n".join(lines)) + "\n"


def printable(words: str) -> str:
    """A text in which what a terminal would obey or cannot show is written as Python writes it: ``\\x1b``.

    What is left can stand in XML too.
    """
    return "".join(
        mark if mark in "\n\t" or mark.isprintable() else mark.encode("unicode_escape").decode() for mark in words
    )


def details(result: Result) -> str:
    """All there is to say about a failure."""
    check = result.check
    parts = [result.message]
    for title, content in [
        ("board", check.board),
        ("call", "\n".join(filter(None, [_short(check.code), check.call]))),
        ("expected", check.expected),
        ("got", result.got),
    ]:
        if content and "\n" in content:
            parts.append(f"{title}:\n{indented(content)}")
        elif content:
            parts.append(f"{title}: {content}")
    return "\n".join(parts)


def _short(code: str) -> str:
    """The statements before a call, without the functions that the grader brings."""
    return code if "def " not in code else code[code.rindex("\n") :].strip()


def to_json(grading: Grading) -> str:
    """For programs."""
    earned, most = grading.score
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "spec": grading.spec.name,
        "module": str(grading.path),
        "seed": grading.seed,
        "passed": grading.passed,
        "score": earned,
        "max_score": most,
        "seconds": round(grading.seconds, 3),
        "diagnoses": list(grading.diagnoses),
        "tests": [
            {
                "group": result.check.group,
                "name": result.check.name,
                "status": result.status,
                "score": round(grading.points(result)[0], 3),
                "max_score": round(grading.points(result)[1], 3),
                "message": result.message,
                "board": result.check.board,
                "code": result.check.code,
                "call": result.check.call,
                "expected": result.check.expected,
                "got": result.got,
                "seconds": round(result.seconds, 3),
            }
            for result in grading.results
        ],
    }
    return json.dumps(record, indent=1) + "\n"


def to_gradescope(grading: Grading) -> str:
    """``results.json`` of Gradescope."""
    earned, _ = grading.score
    record = {
        "score": earned,
        "execution_time": round(grading.seconds, 3),
        "output": "\n".join(grading.diagnoses),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [
            {
                "name": f"{result.check.group}: {result.check.name}",
                "score": round(grading.points(result)[0], 3),
                "max_score": round(grading.points(result)[1], 3),
                "status": "failed" if result.status == "failed" else "passed",
                "output": details(result) if result.status == "failed" else result.message,
                "output_format": "text",
                "visibility": "visible",
            }
            for result in grading.results
        ],
    }
    return json.dumps(record, indent=1) + "\n"


def to_junit(grading: Grading) -> str:
    """JUnit's XML."""
    counts = {status: sum(result.status == status for result in grading.results) for status in ("failed", "skipped")}
    attributes = {
        "name": f"gridsolve grade {grading.spec.name}",
        "tests": str(len(grading.results)),
        "failures": str(counts["failed"]),
        "skipped": str(counts["skipped"]),
        "errors": "0",
        "time": f"{grading.seconds:.3f}",
    }
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(suites, "testsuite", attributes)
    for result in grading.results:
        name = {"classname": f"{grading.spec.name}.{result.check.group}", "name": result.check.name}
        case = ElementTree.SubElement(suite, "testcase", {**name, "time": f"{result.seconds:.3f}"})
        if result.status == "failed":
            summary = printable(result.message.splitlines()[0] if result.message else "failed")
            failure = ElementTree.SubElement(case, "failure", {"message": summary})
            failure.text = printable(details(result))
        elif result.status == "skipped":
            ElementTree.SubElement(case, "skipped", {"message": printable(result.message)})
    if grading.diagnoses:
        ElementTree.SubElement(suite, "system-out").text = "\n".join(grading.diagnoses)
    ElementTree.indent(suites)
    # What is not ASCII becomes a number: so the report is right in every encoding of standard output.
    body = ElementTree.tostring(suites, encoding="us-ascii", xml_declaration=False).decode("ascii")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{body}\n'


FORMATS = {"text": text, "json": to_json, "junit": to_junit, "gradescope": to_gradescope}
"""The forms of a report by name."""
