"""A homework that is right: positions as bit masks, remembered."""
from functools import lru_cache


def solve(rows, cols, drawn):
    lines = [("h", r, c) for r in range(rows + 1) for c in range(cols)]
    lines += [("v", r, c) for r in range(rows) for c in range(cols + 1)]
    index = {line: i for i, line in enumerate(lines)}
    boxes = []
    for r in range(rows):
        for c in range(cols):
            sides = [("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)]
            boxes.append(sum(1 << index[side] for side in sides))
    full = (1 << len(lines)) - 1

    def after(mask, i):
        new = mask | 1 << i
        won = sum(1 for box in boxes if box >> i & 1 and new & box == box)
        return won + best(new) if won else -best(new)

    @lru_cache(maxsize=None)
    def best(mask):
        if mask == full:
            return 0
        return max(after(mask, i) for i in range(len(lines)) if not mask >> i & 1)

    start = sum(1 << index[tuple(line)] for line in drawn)
    margin = best(start)
    return margin, [line for line in lines
                    if not start >> index[line] & 1 and after(start, index[line]) == margin]
