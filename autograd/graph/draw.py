"""The backward graph as Graphviz DOT, as Mermaid, and as SVG.

Decides boxes, arrows and their labels. Must not know how graphs are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...dispatch.errors import explain_error
from ...dispatch.tensor import Tensor
from ..meta import Edge
from ..node import Node
from ..reach import reachable
from .text import Source, describe_node, roots_of, source_line


class Box(NamedTuple):
    """A box: its number, its lines of text, and whether it is a leaf."""

    number: int
    lines: tuple[str, ...]
    leaf: bool


class Arrow(NamedTuple):
    """An arrow, from the node whose backward gives a gradient to the node that gets it."""

    start: int
    end: int
    label: str


class Drawing:
    """Boxes and arrows of a graph, each node once."""

    def __init__(self, source: Source, lines: bool) -> None:
        self.lines = lines
        self.boxes: dict[Any, Box] = {}
        self.arrows: list[Arrow] = []
        roots = [edge for edge in roots_of(source) if edge is not None]
        found = reachable(roots, None)
        for root in roots:
            self._box(root)
        for node in sorted(found, key=lambda n: n.seq):
            for place, edge in enumerate(found[node]):
                if edge is not None and (edge.__class__ is tuple or isinstance(edge, Tensor)):
                    self._arrow(node, place, edge)

    def _box(self, edge: Edge) -> int:
        key = edge[1] if edge.__class__ is tuple else edge
        box = self.boxes.get(key)
        if box is None:
            number = len(self.boxes)
            box = self.boxes[key] = Box(number, tuple(self._text(key)), isinstance(key, Tensor))
        return box.number

    def _text(self, key: Any) -> Iterator[str]:
        if isinstance(key, Tensor):
            if key.name is not None:
                yield key.name
            yield f"{key.dtype} {list(key.shape)}"
            return
        name, _, shape = describe_node(key).partition(" ")
        yield name
        if shape:
            yield shape[1:-1]
        if self.lines and source_line(key):
            yield source_line(key)

    def _arrow(self, node: Node, place: int, edge: Edge) -> None:
        start, end = self._box((0, node)), self._box(edge)
        parts = []
        if len(node.edges()) > 1:
            parts.append(str(place))
        if edge.__class__ is tuple and len(edge) > 2:
            parts.append(f"output {edge[2]}")
        self.arrows.append(Arrow(start, end, ", ".join(parts)))


def to_dot(loss: Source, *, lines: bool = False) -> str:
    """Return the backward graph of a tensor in the language of Graphviz.

    Parameters
    ----------
    loss : Tensor, GradientEdge or sequence of them
    lines : bool
        Show the source line that made each node, where `record` has noted it.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> print(rd.autograd.graph.to_dot(x.sum()))
    digraph backward {
      node [shape=box, fontname="monospace"];
      n0 [label="SumBackward0"];
      n1 [label="redispatch.float32 [2]", style=rounded];
      n0 -> n1;
    }
    """
    drawing = Drawing(loss, lines)
    text = ["digraph backward {", '  node [shape=box, fontname="monospace"];']
    for box in drawing.boxes.values():
        label = "\\n".join(_in_dot(line) for line in box.lines)
        text.append(f'  n{box.number} [label="{label}"{", style=rounded" if box.leaf else ""}];')
    for arrow in drawing.arrows:
        label = f' [label="{arrow.label}"]' if arrow.label else ""
        text.append(f"  n{arrow.start} -> n{arrow.end}{label};")
    return "\n".join([*text, "}"])


def _in_dot(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def to_mermaid(loss: Source, *, lines: bool = False) -> str:
    """Return the backward graph of a tensor in the language of Mermaid, which Markdown can show.

    Examples
    --------
    >>> import redispatch as rd
    >>> x = rd.tensor([1., 2.], requires_grad=True)
    >>> print(rd.autograd.graph.to_mermaid(x.sum()))
    flowchart TD
      n0["SumBackward0"]
      n1(["redispatch.float32 [2]"])
      n0 --> n1
    """
    drawing = Drawing(loss, lines)
    text = ["flowchart TD"]
    for box in drawing.boxes.values():
        label = '"' + "<br/>".join(_in_mermaid(line) for line in box.lines) + '"'
        text.append(f"  n{box.number}" + (f"([{label}])" if box.leaf else f"[{label}]"))
    for arrow in drawing.arrows:
        label = f"|{arrow.label}|" if arrow.label else ""
        text.append(f"  n{arrow.start} -->{label} n{arrow.end}")
    return "\n".join(text)


def _in_mermaid(text: str) -> str:
    replaced = text.replace("&", "#amp;").replace('"', "#quot;").replace("\n", " ")
    return replaced.replace("<", "#lt;").replace(">", "#gt;")


def to_svg(loss: Source, *, lines: bool = False) -> str:
    """Return the backward graph of a tensor as SVG, drawn by Graphviz's program `dot`.

    Raises
    ------
    RuntimeError
        If there is no such program, or it fails.
    """
    try:
        import subprocess  # 3 ms that `import redispatch` need not wait for

        done = subprocess.run(
            ["dot", "-Tsvg"], input=to_dot(loss, lines=lines), capture_output=True, text=True
        )
    except FileNotFoundError:
        raise RuntimeError(
            explain_error(
                "to_svg",
                "needs the program `dot` of Graphviz, which was not found",
                accepted=["an installed Graphviz", "to_dot or to_mermaid, which need nothing"],
            )
        ) from None
    if done.returncode:
        raise RuntimeError(explain_error("to_svg", f"dot failed: {done.stderr.strip()}"))
    return done.stdout
