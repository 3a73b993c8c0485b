"""SPSS files of big-endian machines and Stata files of version 8 (dta 113), with what was written, for statistics-file.test.ts. Run it after
make_fixtures.py: it adds to index.json.

    python -m venv oracle && oracle/bin/pip install pandas pyreadstat && oracle/bin/python make_endian.py

ReadStat (pyreadstat) writes the Stata files. No program at hand writes big-endian SPSS files: the few lines below do, after the format as PSPP
describes it, and ReadStat reads back what was written."""

import json, math, pathlib, random, struct
import pandas, pyreadstat

HERE = pathlib.Path(__file__).parent / "fixtures"
MISSING = -1.7976931348623157e308
WORDS = ["a", "张三", "007", "x y", "Müller"]


def i32(*values):
    return struct.pack(f">{len(values)}i", *values)


def f64(value):
    return struct.pack(">d", MISSING if value is None else value)


def compressed(elements):
    """Eight codes in front of what they stand for: 253 as it is, 254 spaces, 255 missing, a small whole number plus 100."""
    out = b""
    for at in range(0, len(elements), 8):
        codes, behind = [], b""
        for element in elements[at:at + 8]:
            number = struct.unpack(">d", element)[0]
            if element == b" " * 8:
                codes.append(254)
            elif number == MISSING:
                codes.append(255)
            elif -99 <= number <= 151 and number == int(number):
                codes.append(int(number) + 100)
            else:
                codes.append(253)
                behind += element
        out += bytes(codes).ljust(8, b"\0") + behind
    return out


def system_file(columns, rows, labels, choices, missing, packed):
    size = sum(max(1, math.ceil(width / 8)) for width in columns.values())
    out = b"$FL2" + b"@(#) SPSS DATA FILE fixture".ljust(60) + i32(2, size, int(packed), 0, len(rows)) + struct.pack(">d", 100.0)
    out += b"18 Nov 26" + b"12:00:00" + b" " * 64 + b"\0" * 3
    place, index = {}, 1
    for name, width in columns.items():
        gaps = missing.get(name, [])
        label = labels.get(name, "").encode()
        pair = [gap for gap in gaps if isinstance(gap, dict)]
        codes = [gap for gap in gaps if not isinstance(gap, dict)]
        count = -(2 + len(codes)) if pair else len(codes)
        form = 1 << 16 | width << 8 if width else 5 << 16 | 8 << 8 | 2
        out += i32(2, width, int(bool(label)), count, form, form) + name.encode().ljust(8)
        if label:
            out += i32(len(label)) + label.ljust(math.ceil(len(label) / 4) * 4)
        out += b"".join(f64(value) for gap in pair for value in (gap["lo"], gap["hi"])) + b"".join(map(f64, codes))
        place[name] = index
        for _ in range(math.ceil(width / 8) - 1):
            out += i32(2, -1, 0, 0, 0, 0) + b" " * 8
        index += max(1, math.ceil(width / 8))
    for name, values in choices.items():
        out += i32(3, len(values))
        for code, label in values.items():
            text = label.encode()
            out += f64(code) + bytes([len(text)]) + text.ljust(math.ceil((len(text) + 1) / 8) * 8 - 1)
        out += i32(4, 1, place[name])
    out += i32(7, 3, 4, 8, 20, 0, 0, 1, 1, 0, 1, 65001)
    out += i32(7, 4, 8, 3) + struct.pack(">ddd", MISSING, -MISSING, math.nextafter(MISSING, 0))
    out += i32(7, 20, 1, 5) + b"UTF-8" + i32(999, 0)
    elements = []
    for row in rows:
        for value, width in zip(row, columns.values()):
            raw = (value or "").encode().ljust(math.ceil(width / 8) * 8) if width else f64(value)
            elements += [raw[at:at + 8] for at in range(0, len(raw), 8)]
    return out + (compressed(elements) if packed else b"".join(elements))


def values_of(name, count):
    def one():
        if random.random() < 0.15:
            return None
        if name.startswith("n"):
            return random.choice([0.1, -3.5, 1e-12, 1e15, 123456.789])
        return float(random.randint(-120, 300)) if name.startswith("w") else random.choice(WORDS)
    return [one() for _ in range(count)]


def main():
    random.seed(31)
    index = json.loads((HERE / "index.json").read_text())

    def note(name, data, labels, choices, missing):
        index[name] = {"columns": list(data), "rows": [list(row) for row in zip(*data.values())], "labels": labels,
                       "choices": {k: {str(int(c)): l for c, l in v.items()} for k, v in choices.items()}, "missing": missing}

    for at in range(12):
        names = [random.choice("nwt") + str(n) for n in range(random.randint(1, 6))]
        data = {name: values_of(name, random.Random(at).choice([0, 1, 9, 33])) for name in names}
        labels = {name: f"标签 {name}" for name in names if random.random() < 0.6}
        wholes = [name for name in names if name.startswith("w")]
        choices = {name: {1.0: "男", 2.0: "女 (f)"} for name in wholes if random.random() < 0.7}
        missing = {name: random.choice([[-9.0], [{"lo": 90.0, "hi": 99.0}], [{"lo": 90.0, "hi": 99.0}, -1.0]]) for name in wholes if random.random() < 0.7}
        columns = {name: 20 if name.startswith("t") else 0 for name in names}
        rows = list(zip(*data.values()))
        file = HERE / f"b{at}.sav"
        file.write_bytes(system_file(columns, rows, labels, choices, missing, at % 2 == 1))
        df, meta = pyreadstat.read_sav(str(file), user_missing=True)
        assert list(df.columns) == names and len(df) == len(rows), file
        assert {k: v for k, v in meta.column_names_to_labels.items() if v} == labels, (file, meta.column_names_to_labels)
        assert meta.variable_value_labels == choices, (file, meta.variable_value_labels)
        for name in names:
            for mine, theirs in zip(data[name], df[name]):
                assert (mine or "") == theirs if name.startswith("t") else mine == theirs or (mine is None and pandas.isna(theirs)), (file, name, mine, theirs)
        note(file.name, data, labels, choices, missing)

    for at in range(12):
        names = [random.choice("nw") + str(n) for n in range(random.randint(1, 6))]
        data = {name: values_of(name, random.Random(at).choice([0, 1, 9, 33])) for name in names}
        labels = {name: f"label {name}" for name in names if random.random() < 0.6}
        choices = {name: {1: "male", 2: "female (f)"} for name in names if name.startswith("w") and random.random() < 0.7}
        file = HERE / f"e{at}.dta"
        frame = pandas.DataFrame({k: pandas.Series(v, dtype="float64") for k, v in data.items()})
        pyreadstat.write_dta(frame, str(file), version=8, column_labels=labels, variable_value_labels=choices)
        assert file.read_bytes()[0] == 113, file
        note(file.name, data, labels, choices, {})

    (HERE / "index.json").write_text(json.dumps(index, ensure_ascii=False))


main()
