"""One name per concept: no two classes of the product have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping

from tests.architecture.source import product_code


def duplicates(classes: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return the class names that several modules define."""
    return {name: homes for name, homes in classes.items() if len(homes) > 1}


def test_no_two_classes_have_the_same_name() -> None:
    classes = defaultdict(list)
    for module in product_code():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(module.name)
    assert duplicates(classes) == {}


def test_duplicate_class_names_are_recognised() -> None:
    assert duplicates({"Pace": ["a", "b"], "Shelf": ["a"]}) == {"Pace": ["a", "b"]}
