"""SAS transport files, Parquet and Excel workbooks from independent writers, with what was written, for statistics-file.test.ts.

    python -m venv oracle && oracle/bin/pip install pandas pyreadstat pyarrow openpyxl && oracle/bin/python make_tables.py

Adds to fixtures/index.json. Not needed by npm start or npm test: the files are committed."""

import datetime, json, pathlib, random
import pandas, pyreadstat

HERE = pathlib.Path(__file__).parent / "fixtures"
WORDS = ["a", "Müller", "张三", "上海市第一人民医院", "007", "it's \"x\", y;z", "x" * 90]


def column(kind, rows):
    make = {
        "number": lambda: random.choice([0.1, -3.5, 1e-12, 1e15, 123456.789, 2.0, -0.25]) * random.choice([1, 7, 13]),
        "whole": lambda: float(random.randint(-120, 300)),
        "text": lambda: random.choice(WORDS),
        "date": lambda: datetime.date(1970, 1, 1) + datetime.timedelta(days=random.randint(0, 30000)),
        "time": lambda: datetime.datetime(2024, 1, 1) + datetime.timedelta(seconds=random.randint(1, 10**8)),
    }[kind]
    return [None if random.random() < 0.15 else make() for _ in range(rows)]


def frame(kinds, rows):
    data = {f"{kind}_{at}": column(kind, rows) for at, kind in enumerate(kinds)}
    # A row that holds nothing cannot be told from one that is not there.
    data["last"] = [f"z{row}" for row in range(rows)]
    numeric = ("number", "whole")
    series = {name: pandas.Series(values, dtype="float64" if name.startswith(numeric) else "object") for name, values in data.items()}
    return pandas.DataFrame(series), data


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return value.isoformat() if isinstance(value, datetime.date) else value


def main():
    random.seed(23)
    index = json.loads((HERE / "index.json").read_text("utf8"))

    def note(name, data, labels={}):
        rows = [list(map(plain, row)) for row in zip(*data.values())]
        index[name] = {"columns": list(data), "rows": rows, "labels": labels, "choices": {}, "missing": {}}

    for at in range(16):
        kinds = random.choices(["number", "whole", "text"], k=random.randint(1, 6))
        df, data = frame(kinds, random.choice([1, 2, 9, 33]))
        labels = {name: f"label {name}" for name in data if random.random() < 0.6}
        name = f"x{at}.xpt"
        pyreadstat.write_xport(df, str(HERE / name), column_labels=labels, file_format_version=[5, 8][at % 2], table_name="DM")
        note(name, data, labels)

    for at in range(16):
        df, data = frame(random.choices(["number", "whole", "text", "date", "time"], k=random.randint(1, 6)), random.choice([1, 2, 9, 33]))
        name = f"a{at}.parquet"
        df.to_parquet(HERE / name, index=False, compression=["snappy", "zstd", "gzip", None][at % 4])
        note(name, data)

    for at in range(16):
        df, data = frame(random.choices(["number", "whole", "text", "date", "time"], k=random.randint(1, 6)), random.choice([1, 2, 9, 33]))
        name = f"w{at}.xlsx"
        df.to_excel(HERE / name, index=False)
        # pandas writes a missing cell as an empty text.
        note(name, {key: ["" if value is None else value for value in values] for key, values in data.items()})

    (HERE / "index.json").write_text(json.dumps(index, ensure_ascii=False, indent=2) + "\n", "utf8")


main()
