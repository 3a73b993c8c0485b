"""SPSS portable files, with what was written, for statistics-file.test.ts. Run it after make_fixtures.py: it adds to index.json.

    python -m venv oracle && oracle/bin/pip install pandas pyreadstat && oracle/bin/python make_por.py

Half of them are written by ReadStat (pyreadstat), which knows neither labels of values nor missing values in this format. The other half is
written by the few lines below, after the format as PSPP describes it, and read back with ReadStat: what it finds must be what was meant."""

import fractions, json, pathlib, random
import pandas, pyreadstat

HERE = pathlib.Path(__file__).parent / "fixtures"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRST"
ASCII = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/|,%_>?`:#@'=\""
WORDS = ["a", "Muller", "007", "it's x, y;z", "x" * 90, "Z", "1/2"]


def base30(value):
    if value is None:
        return "*."
    sign, value = ("-" if value < 0 else ""), abs(value)
    value = fractions.Fraction(value)
    whole, rest = int(value), value - int(value)
    front = ""
    while whole:
        whole, digit = divmod(whole, 30)
        front = DIGITS[digit] + front
    behind = ""
    while rest and len(behind.lstrip("0")) < 12:
        rest *= 30
        behind += DIGITS[int(rest)]
        rest -= int(rest)
    return f"{sign}{front or '0'}{'.' + behind if behind else ''}/"


def text(value):
    return base30(len(value)) + value


def portable(columns, rows, labels, choices, missing, stripped):
    splash = "".join(part.ljust(40) for part in ["ASCII SPSS PORT FILE"] * 5)
    table = "0" * 64 + ASCII + "0" * (192 - len(ASCII))
    out = [splash, table, "SPSSPORT", "A", text("20261118"), text("120000"), "1", text("fixture"), "4", base30(len(columns)), "5", base30(11)]
    for name, width in columns.items():
        form = [1, width, 0] if width else [5, 8, 2]
        out += ["7", base30(width), text(name), *map(base30, form + form)]
        for gap in missing.get(name, []):
            out += ["B", base30(gap["lo"]), base30(gap["hi"])] if isinstance(gap, dict) else ["8", base30(gap)]
        if name in labels:
            out += ["C", text(labels[name])]
    for name, values in choices.items():
        out += ["D", base30(1), text(name), base30(len(values))]
        for code, label in values.items():
            out += [base30(code), text(label)]
    out.append("F")
    for row in rows:
        for value, width in zip(row, columns.values()):
            # An empty text cannot be told from a missing one: SPSS writes a space.
            out.append(text(value or " ") if width else base30(value))
    flat = "".join(out) + "Z"
    flat = flat.ljust((len(flat) + 79) // 80 * 80, "Z")
    lines = [flat[at:at + 80] for at in range(0, len(flat), 80)]
    return "".join((line.rstrip(" ") if stripped else line) + random.choice(["\n"] if stripped else ["\r\n"]) for line in lines)


def main():
    random.seed(29)
    index = json.loads((HERE / "index.json").read_text())
    for at in range(60):
        count = random.choice([0, 1, 2, 9, 33])
        names = [random.choice(["NUM", "WHOLE", "TXT"]) + str(n) for n in range(random.randint(1, 7))]
        data = {}
        for name in names:
            def one():
                if random.random() < 0.15:
                    return None
                if name.startswith("NUM"):
                    return random.choice([0.1, -3.5, 1e-6, 1e15, 123456.789, 2.0, -0.25, 900719925474099.0])
                return float(random.randint(-120, 30000)) if name.startswith("WHOLE") else random.choice(WORDS)
            data[name] = [one() for _ in range(count)]
        labels = {name: f"label of {name}" for name in names if random.random() < 0.6}
        wholes = [name for name in names if name.startswith("WHOLE")]
        choices, missing = {}, {}
        file = HERE / f"r{at}.por"
        if at % 2 == 0:
            series = {k: pandas.Series(v, dtype="object" if k.startswith("TXT") else "float64") for k, v in data.items()}
            pyreadstat.write_por(pandas.DataFrame(series), str(file), column_labels=labels)
        else:
            choices = {name: {1.0: "male", 2.0: "female (f)", -9.0: "refused"} for name in wholes if random.random() < 0.7}
            missing = {name: random.choice([[-9.0], [{"lo": 90.0, "hi": 99.0}], [{"lo": 90.0, "hi": 99.0}, -1.0]]) for name in wholes if random.random() < 0.7}
            columns = {name: 100 if name.startswith("TXT") else 0 for name in names}
            file.write_bytes(portable(columns, list(zip(*data.values())), labels, choices, missing, at % 4 == 1).encode())
            df, meta = pyreadstat.read_por(str(file))
            assert list(df.columns) == names and len(df) == count, file
            assert {k: v for k, v in zip(meta.column_names, meta.column_labels) if v} == labels, (file, meta.column_labels)
            assert {k: dict(v) for k, v in meta.variable_value_labels.items()} == choices, (file, meta.variable_value_labels)
            for name in names:
                for mine, theirs in zip(data[name], df[name]):
                    same = (mine or "") == theirs if name.startswith("TXT") else pandas.isna(theirs) if mine is None else abs(mine - theirs) <= 1e-12 * abs(mine)
                    gap = any(g["lo"] <= mine <= g["hi"] if isinstance(g, dict) else g == mine for g in missing.get(name, [])) if mine is not None else False
                    assert same or gap, (file, name, mine, theirs)
        index[file.name] = {"columns": names, "rows": [list(row) for row in zip(*data.values())], "labels": labels,
                            "choices": {k: {str(int(c)): l for c, l in v.items()} for k, v in choices.items()}, "missing": missing}
    (HERE / "index.json").write_text(json.dumps(index, ensure_ascii=False))


main()
