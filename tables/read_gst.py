"""Reads solution tables as FORMAT.md defines them, with the standard library alone.
read_gst.py FILE checks everything and counts the entries by value; read_gst.py FILE POSITION... gives the value of
positions: a digit for each line or square, 1 drawn or taken, or in a sorted table of parts a key.
"""
import bisect, collections, hashlib, struct, sys, zlib
from itertools import product

class Table:
    def __init__(self, data):
        (start, self.game, _, self.rows, self.cols, self.metric, self.symmetry, _, self.interchange, bits, self.code, self.low,
         key_bytes, head, self.entries, length, block_entries, blocks, metadata, order) = struct.unpack_from("<16sBBHHBBBBBBhBBQQIIII", data)
        assert start == b"\x89GST\r\n\x1a\n\1\0\1\0\4\3\2\1" and length == len(data), "no whole table of version 1"
        self.order, at = data[128:128 + order], 128 + order + metadata
        end = at + blocks * (8 + key_bytes)
        assert zlib.crc32(data[:124] + data[128:end]) == struct.unpack_from("<I", data, 124)[0], "damaged header"
        assert hashlib.sha256(data[:-32]).digest() == data[-32:], "damaged file"
        self.keys, self.codes, offset = [], [], end
        for block in range(blocks):
            size, checksum = struct.unpack_from("<II", data, at)
            stream, key = data[offset:offset + size], int.from_bytes(data[at + 8:at + 8 + key_bytes], "little")
            assert zlib.crc32(stream) == checksum, "damaged block"
            raw, count = zlib.decompress(stream, -15), min(block_entries, self.entries - len(self.codes))
            digits = bin(int.from_bytes(raw[count * key_bytes:] + b"\1", "little"))[:2:-1]
            self.codes += [int(digits[i * bits:(i + 1) * bits][::-1], 2) for i in range(count)]
            for i in range(count if key_bytes else 0):
                key += sum(raw[i + plane * count] << 8 * plane for plane in range(key_bytes))
                self.keys.append(key)
            at, offset = at + 8 + key_bytes, offset + size
        self.prepare(head)
        identity = hashlib.sha256(data[16:26] + self.order)
        for entry in range(self.entries):
            key = self.keys[entry].to_bytes(key_bytes, "little") if self.keys else b""
            identity.update(key + struct.pack("<h", self.entry_value(entry)))
        assert identity.digest() == data[64:96], "other values than the identity says"

    def prepare(self, head):
        """What symmetries do to the bits of a position, the boxes, the corners, and the least heads of classes."""
        rows, cols, is_dots = self.rows, self.cols, self.game == 1
        places = [((r, c), (r, c + 1)) for r in range(rows + 1) for c in range(cols)] if is_dots else []
        places += [((r, c), (r + 1, c)) for r in range(rows) for c in range(cols + 1)] if is_dots else []
        places = places or [((r, c),) for r, c in product(range(rows), range(cols))]
        number = {place: bit for bit, place in enumerate(places)}
        high, wide = (rows, cols) if is_dots else (rows - 1, cols - 1)
        moves = [lambda p, m=m, t=t: (abs(p[0] - high * (m & 1)), abs(p[1] - wide * (m >> 1)))[::t]
                 for t in (1, -1)[:1 + (self.symmetry == 2 and rows == cols)] for m in range(4 if self.symmetry else 1)]
        sides = [[n for p, n in number.items() if all(r <= a <= r + 1 and c <= b <= c + 1 for a, b in p)]
                 for r, c in product(range(rows), range(cols)) if is_dots]
        self.boxes = [sum(1 << line for line in lines) for lines in sides]
        self.tail, self.place = len(self.order) - head, {bit: at for at, bit in enumerate(self.order or range(len(places)))}
        self.images = [[self.place[number[tuple(sorted(map(m, place)))]] for place in places] for m in moves]
        shared = collections.Counter(line for lines in sides for line in lines)
        corners = [sorted(self.place[line] for line in lines if shared[line] == 1) for lines in sides if self.interchange]
        self.position = lambda number: sum(1 << bit for at, bit in enumerate(self.order) if number >> at & 1)
        self.corners = [c for c in corners if c and c[0] >= self.tail]
        self.least_heads = sorted({self.least(self.position(h << self.tail))[0] for h in range(1 << head)} if self.order else [])

    def least(self, position):
        """The head and the tail of an image with the least head; in a sorted table the least image."""
        images = [sum(1 << to for bit, to in enumerate(image) if position >> bit & 1) for image in self.images]
        for corner, (i, image) in product(self.corners, list(enumerate(images))):
            drawn = sum(image >> at & 1 for at in corner)
            images[i] = images[i] & ~sum(1 << at for at in corner) | sum(1 << at for at in corner[:drawn])
        return min(divmod(image, 1 << self.tail) for image in images)

    def entry_value(self, entry, position=None):
        if self.code == 0:
            return self.low + self.codes[entry]
        head = (self.least_heads or [0])[entry >> self.tail if position is None else 0] << self.tail
        position = self.position(head | entry & (1 << self.tail) - 1) if position is None else position
        return 2 * self.codes[entry] - sum(box & ~position != 0 for box in self.boxes)

    def value(self, position):
        head, tail = self.least(position) if self.metric != 3 or self.order else (position, 0)
        keys = self.least_heads if self.order else self.keys
        at = bisect.bisect_left(keys, head)
        return self.entry_value(at << self.tail | tail, position) if keys[at:at + 1] == [head] else None

if __name__ == "__main__":
    table = Table(open(sys.argv[1], "rb").read())
    for text in sys.argv[2:]:
        print(table.value(int(text) if table.keys and table.metric == 3 else int(text[::-1], 2)))
    if len(sys.argv) == 2:
        print(sorted(collections.Counter(map(table.entry_value, range(table.entries))).items()))
