#!/usr/bin/env python3
"""Draws one SVG for each algorithm of docs/algorithms.md.

Every algorithm gets the same stream of requests and a limit of 5 per 10 s. The upper part of a picture
shows which requests it admits, the lower part what it counts. Run it in this folder: python3 draw.py
"""
import math

LIMIT = 5
PERIOD = 10.0
END = 30.0
# A few single requests, a burst on both sides of the edge at 10 s, a steady stream, a pause, a burst.
REQUESTS = [2.0, 8.0, 8.5, 9.0, 9.5, 10.2, 10.7, 11.2, 11.7, 12.2, 14.0, 15.3, 16.6, 17.9, 19.2, 20.5]
REQUESTS += [24.6, 25.1, 25.6, 26.1, 26.6, 27.1, 27.6]

ADMITTED, REJECTED, HELD, TEXT, LINE = "#2da44e", "#e5534b", "#bf8700", "#6e7781", "#8c959f"
LEFT, RIGHT, WIDTH, HEIGHT = 92, 14, 760, 196
ROW, TOP, BOTTOM = 44, 78, 162
ADMITTED_ROW, ARRIVED_ROW = 34, 60  # if requests are held


class Outcome:
    """What became of one request: admitted at some time (later than its arrival if held), or rejected."""

    def __init__(self, arrival, admitted_at):
        self.arrival = arrival
        self.admitted_at = admitted_at


def decide(algorithm):
    """Plays the stream; an algorithm returns when a request is admitted, or None. Rejections charge nothing."""
    return [Outcome(t, algorithm.request(t)) for t in REQUESTS]


class FixedWindow:
    name, unit = "fixed-window", "units in window"

    def __init__(self):
        self.window, self.spent = 0, 0

    def level(self, t):
        return self.spent if int(t // PERIOD) == self.window else 0

    def request(self, t):
        spent = self.level(t)
        if spent + 1 > LIMIT:
            return None
        self.window, self.spent = int(t // PERIOD), spent + 1
        return t


class SlidingWindow:
    name, unit = "sliding-window", "weighted units"

    def __init__(self, slices=1, strict=False):
        self.slices, self.strict, self.length = slices, strict, PERIOD / slices
        self.counts = {}

    def level(self, t):
        index = int(t // self.length)
        whole = sum(self.counts.get(i, 0) for i in range(index - self.slices + 1, index + 1))
        oldest = self.counts.get(index - self.slices, 0)
        covered = 1 if self.strict else 1 - (t - index * self.length) / self.length
        return whole + oldest * covered

    def request(self, t):
        if self.level(t) + 1 > LIMIT + 1e-9:
            return None
        index = int(t // self.length)
        self.counts[index] = self.counts.get(index, 0) + 1
        return t


class StrictWindow(SlidingWindow):
    name, unit = "sliding-window-strict", "units in slices"

    def __init__(self):
        super().__init__(slices=10, strict=True)


class SlidingLog:
    name, unit = "sliding-log", "units in last 10 s"

    def __init__(self):
        self.log = []

    def level(self, t):
        return sum(1 for spent in self.log if spent > t - PERIOD)

    def request(self, t):
        if self.level(t) + 1 > LIMIT:
            return None
        self.log.append(t)
        return t


class TokenBucket:
    """GCRA: the state is the time at which the bucket is full again."""

    name, unit = "token-bucket", "tokens left"

    def __init__(self, burst=LIMIT, wait=0.0):
        self.interval, self.burst, self.wait = PERIOD / LIMIT, burst, wait
        self.full_at = 0.0

    def level(self, t):
        return self.burst - max(0.0, self.full_at - t) / self.interval

    def request(self, t):
        full_at = max(self.full_at, t) + self.interval
        due = full_at - self.burst * self.interval
        if due > t + self.wait + 1e-9:
            return None
        self.full_at = full_at
        return max(t, due)


class LeakyBucket(TokenBucket):
    name, unit = "leaky-bucket", "requests held"

    def __init__(self):
        super().__init__(burst=1, wait=4.0)
        self.waiting = []

    def request(self, t):
        at = super().request(t)
        if at is not None and at > t:
            self.waiting.append((t, at))
        return at

    def level(self, t):
        return sum(1 for start, end in self.waiting if start <= t < end)


class Concurrency:
    """Each request takes 2 s."""

    name, unit = "concurrency", "in flight"
    most, takes = 3, 2.0

    def __init__(self):
        self.ends = []

    def level(self, t):
        return sum(1 for end in self.ends if end - self.takes <= t < end)

    def request(self, t):
        if self.level(t) + 1 > self.most:
            return None
        self.ends.append(t + self.takes)
        return t


def x(t):
    return LEFT + (WIDTH - LEFT - RIGHT) * t / END


def y(level, most):
    return BOTTOM - (BOTTOM - TOP) * level / most


def levels(algorithm, outcomes):
    """Time and level, before and after each request and in between."""
    replay, points, left = type(algorithm)(), [], list(outcomes)
    for step in range(int(END * 20) + 1):
        t = step / 20
        while left and left[0].arrival <= t + 1e-9:
            arrival = left.pop(0).arrival
            points.append((arrival, replay.level(arrival)))
            replay.request(arrival)
            points.append((arrival, replay.level(arrival)))
        points.append((t, replay.level(t)))
    return points


def line(x1, y1, x2, y2, color, extra=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" {extra}/>'


def text(at, down, words, anchor="middle", color=TEXT):
    return f'<text x="{at:.1f}" y="{down:.1f}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def mark(outcome, row, admitted_row):
    at = x(outcome.arrival)
    if outcome.admitted_at is None:
        return (
            f'<path d="M{at - 4:.1f} {row - 4}l8 8m0 -8l-8 8" stroke="{REJECTED}" stroke-width="2.2" fill="none"/>'
        )
    if outcome.admitted_at > outcome.arrival:
        gone = x(outcome.admitted_at)
        return (
            line(at, row, gone, admitted_row, HELD, 'stroke-width="1.2"')
            + f'<circle cx="{at:.1f}" cy="{row}" r="4" fill="none" stroke="{HELD}" stroke-width="2"/>'
            + f'<circle cx="{gone:.1f}" cy="{admitted_row}" r="4" fill="{ADMITTED}"/>'
        )
    return f'<circle cx="{at:.1f}" cy="{admitted_row}" r="4" fill="{ADMITTED}"/>'


def draw(algorithm, bound, words):
    outcomes = decide(algorithm)
    any_held = any(o.admitted_at is not None and o.admitted_at > o.arrival for o in outcomes)
    admitted = sum(1 for o in outcomes if o.admitted_at is not None)
    most = max(bound + 1, max(math.ceil(level) for _, level in levels(algorithm, outcomes)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        f' font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{words}">',
        f"<title>{words}</title>",
    ]
    row, admitted_row = (ARRIVED_ROW, ADMITTED_ROW) if any_held else (ROW, ROW)
    parts.append(text(LEFT - 10, admitted_row + 4, "admitted" if any_held else "requests", "end"))
    if any_held:
        parts.append(text(LEFT - 10, row + 4, "arrived", "end"))
    parts += [text(LEFT - 10, (TOP + BOTTOM) / 2 + 4 + 14 * i, w, "end") for i, w in enumerate(split(algorithm.unit))]
    for t in range(0, int(END) + 1, 5):
        dash = 'stroke-width="1"' if t % 10 == 0 else 'stroke-width="1" stroke-dasharray="2 4"'
        parts.append(line(x(t), 22, x(t), BOTTOM, LINE, dash + ' stroke-opacity="0.45"'))
        parts.append(text(x(t), BOTTOM + 16, f"{t} s"))
    parts.append(line(LEFT, BOTTOM, WIDTH - RIGHT, BOTTOM, LINE, 'stroke-width="1"'))
    if bound:
        label = "burst" if isinstance(algorithm, TokenBucket) else "limit"
        parts.append(line(LEFT, y(bound, most), WIDTH - RIGHT, y(bound, most), REJECTED, 'stroke-dasharray="5 4"'))
        parts.append(text(LEFT + 4, y(bound, most) - 4, f"{label} {bound}", "start", REJECTED))
    path = " ".join(f"{x(t):.1f},{y(level, most):.1f}" for t, level in levels(algorithm, outcomes))
    parts.append(f'<polyline points="{path}" fill="none" stroke="#388bfd" stroke-width="2"/>')
    parts += [mark(o, row, admitted_row) for o in outcomes]
    parts.append(f'<circle cx="{LEFT + 6}" cy="12" r="4" fill="{ADMITTED}"/>')
    parts.append(text(LEFT + 16, 16, f"{admitted} admitted", "start"))
    parts.append(f'<path d="M{LEFT + 106} 8l8 8m0 -8l-8 8" stroke="{REJECTED}" stroke-width="2.2" fill="none"/>')
    parts.append(text(LEFT + 120, 16, f"{len(outcomes) - admitted} rejected", "start"))
    if any_held:
        parts.append(f'<circle cx="{LEFT + 210}" cy="12" r="4" fill="none" stroke="{HELD}" stroke-width="2"/>')
        parts.append(text(LEFT + 220, 16, "held, then admitted", "start"))
    parts.append("</svg>")
    with open(algorithm.name + ".svg", "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")
    print(f"{algorithm.name}: {admitted} of {len(outcomes)} admitted")


def split(words):
    """Two lines for a long label."""
    first, _, rest = words.partition(" ")
    return [first, rest] if rest else [first]


if __name__ == "__main__":
    draw(FixedWindow(), LIMIT, "fixed-window, 5 per 10 s: the count starts at 0 at 10 s and 20 s")
    draw(SlidingWindow(), LIMIT, "sliding-window, 5 per 10 s: the previous window fades out")
    draw(StrictWindow(), LIMIT, "sliding-window with strict: true, 5 per 10 s in 10 slices")
    draw(SlidingLog(), LIMIT, "sliding-log, 5 per 10 s: each request counts for exactly 10 s")
    draw(TokenBucket(), LIMIT, "token-bucket, 5 per 10 s, burst 5: tokens refill continuously")
    draw(LeakyBucket(), 0, "leaky-bucket, 5 per 10 s, wait 4 s: one request every 2 s")
    draw(Concurrency(), Concurrency.most, "concurrency 3, each request takes 2 s")
