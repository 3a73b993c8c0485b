"""Files of SPSS, Stata, OpenDocument and NIfTI from independent writers, with what was written, for statistics-file.test.ts.

    python -m venv oracle && oracle/bin/pip install pandas pyreadstat odfpy nibabel && oracle/bin/python make_fixtures.py

Not needed by npm start or npm test: the files are committed."""

import datetime, json, pathlib, random
import nibabel, numpy, pandas, pyreadstat

HERE = pathlib.Path(__file__).parent / "fixtures"
HERE.mkdir(exist_ok=True)
WORDS = ["a", "Müller", "张三", "上海市第一人民医院", "007", "it's \"x\", y;z", "x" * 90]
EPOCH = datetime.date(1900, 1, 1)


def column(kind, rows, long_texts):
    values = []
    for _ in range(rows):
        if random.random() < 0.15:
            values.append(None)
        elif kind == "number":
            values.append(random.choice([0.1, -3.5, 1e-12, 1e15, 123456.789, 2.0, -0.25]) * random.choice([1, 7, 13]))
        elif kind == "whole":
            values.append(float(random.randint(-120, 300)))
        elif kind == "text":
            values.append(random.choice(WORDS))
        elif kind == "long":
            values.append("长" * random.randint(1, 60) + "y" * random.randint(0, long_texts))
        elif kind == "date":
            values.append(EPOCH + datetime.timedelta(days=random.randint(0, 60000)))
        elif kind == "time":
            values.append(datetime.datetime(2024, 1, 1) + datetime.timedelta(seconds=random.randint(0, 10**8)))
    return values


def frame(kinds, rows, long_texts=700):
    data = {f"{kind}_{at}": column(kind, rows, long_texts) for at, kind in enumerate(kinds)}
    series = {}
    for name, values in data.items():
        numeric = name.startswith(("number", "whole"))
        series[name] = pandas.Series(values, dtype="float64" if numeric else "object")
    return pandas.DataFrame(series), data


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return value.isoformat() if isinstance(value, datetime.date) else value


def facts(data, kinds):
    labels = {name: f"标签 {name}" for name in data if random.random() < 0.6}
    values = {name: {1.0: "男", 2.0: "女 (f)", -9.0: "拒答"} for name in data if name.startswith("whole") and random.random() < 0.7}
    return labels, values


def main():
    random.seed(17)
    index = {}

    def note(name, data, labels, values, missing=None):
        rows = [list(map(plain, row)) for row in zip(*data.values())]
        index[name] = {"columns": list(data), "rows": rows, "labels": labels,
                       "choices": {k: {str(int(c)): l for c, l in v.items()} for k, v in values.items()}, "missing": missing or {}}

    for at in range(60):
        kinds = random.choices(["number", "whole", "text", "long", "date", "time"], k=random.randint(1, 7))
        df, data = frame(kinds, random.choice([0, 1, 2, 9, 33]))
        labels, values = facts(data, kinds)
        missing = {name: random.choice([[-9.0], [{"lo": 90.0, "hi": 99.0}], [{"lo": 90.0, "hi": 99.0}, -1.0]]) for name in data if name.startswith("whole") and random.random() < 0.6}
        options = [{"row_compress": False}, {"row_compress": True}, {"compress": True}][at % 3]
        name = f"s{at}.{'zsav' if at % 3 == 2 else 'sav'}"
        pyreadstat.write_sav(df, str(HERE / name), column_labels=labels, variable_value_labels=values, missing_ranges=missing, **options)
        note(name, data, labels, values, missing)

    for at in range(60):
        kinds = random.choices(["number", "whole", "text", "long", "date", "time"], k=random.randint(1, 6))
        version = [10, 12, 13, 14, 15][at % 5]
        df, data = frame(kinds, random.choice([0, 1, 2, 9, 33]), 20)
        if version < 14:
            for name in list(data):
                if name.startswith(("text", "long")):
                    data[name] = [None if v is None else v.encode("ascii", "ignore").decode() or "q" for v in data[name]]
                    df[name] = pandas.Series(data[name], dtype="object")
        labels = {name: f"label {name}" for name in data if random.random() < 0.6}
        values = {name: {1: "male", 2: "female (f)", -9: "refused"} for name in data if name.startswith("whole") and random.random() < 0.7}
        name = f"p{at}.dta"
        pyreadstat.write_dta(df, str(HERE / name), version=version, column_labels=labels, variable_value_labels=values)
        note(name, data, labels, values)

    for at in range(40):
        version = [114, 117, 118, 119][at % 4]
        rows = random.choice([1, 2, 9, 33])
        data = {
            "b": [random.randint(-100, 100) for _ in range(rows)],
            "i": [random.randint(-30000, 32000) for _ in range(rows)],
            "l": [random.randint(-2**31 + 1, 2**31 - 100) for _ in range(rows)],
            "d": [random.choice([0.1, -2.5, 1e300, 7.0]) for _ in range(rows)],
            "s": [random.choice(["a", "bcd", "", "x y"]) for _ in range(rows)],
            "t": [random.choice(["short", "L" * 3000]) for _ in range(rows)],
        }
        df = pandas.DataFrame({"b": pandas.array(data["b"], dtype="int8"), "i": pandas.array(data["i"], dtype="int16"),
                               "l": pandas.array(data["l"], dtype="int32"), "d": data["d"], "s": data["s"], "t": data["t"]})
        if version == 114:
            df, data = df.drop(columns="t"), {k: v for k, v in data.items() if k != "t"}
        name = f"q{at}.dta"
        extra = {} if version == 114 else {"convert_strl": ["t"]}
        df.to_stata(HERE / name, version=version, write_index=False, byteorder=[">", "<"][at // 4 % 2], **extra)
        data = {k: [None if v == "" else v for v in column] for k, column in data.items()}
        note(name, data, {}, {})

    for at in range(30):
        df, data = frame(random.choices(["number", "whole", "text", "date"], k=random.randint(1, 6)), random.choice([1, 2, 9, 33]))
        data[f"end_{at}"] = [f"z{row}" for row in range(len(df))]
        df[f"end_{at}"] = data[f"end_{at}"]
        name = f"o{at}.ods"
        df.to_excel(HERE / name, engine="odf", index=False)
        # pandas writes a missing cell as an empty text.
        data = {key: ["" if value is None else value for value in values] for key, values in data.items()}
        note(name, data, {}, {})

    for at in range(40):
        shape = [random.randint(1, 6) for _ in range(random.randint(1, 5))]
        kind = random.choice(["uint8", "int16", "int32", "float32", "float64", "uint16"])
        make = [nibabel.Nifti1Image, nibabel.Nifti2Image][at % 2]
        image = make(numpy.zeros(shape, dtype=kind), numpy.eye(4), dtype=kind)
        header = image.header
        sizes = [random.choice([0.5, 0.9, 1.0, 2.5, 5.0]) for _ in shape]
        header.set_zooms(sizes)
        if len(shape) >= 4:
            header.set_xyzt_units("mm", "sec")
        header["descrip"] = f"study {at}".encode()
        header["scl_slope"], header["scl_inter"] = 2.0, -1.0
        name = f"n{at}.nii"
        nibabel.save(image, HERE / name)
        saved = nibabel.load(HERE / name).header
        pad = lambda values, length: [*values, *[None] * (length - len(values))][:length]
        row = [at % 2 + 1, len(shape), *pad(shape, 7), *pad([float(numpy.float64(z)) if at % 2 else float(str(z)) for z in saved.get_zooms()], 4), kind,
               "mm" if len(shape) >= 4 else None, "s" if len(shape) >= 4 else None,
               2, -1, int(saved["qform_code"]), int(saved["sform_code"]), f"study {at}"]
        index[name] = {"columns": [], "rows": [row], "labels": {}, "choices": {}, "missing": {}}

    (HERE / "index.json").write_text(json.dumps(index, ensure_ascii=False))


main()
