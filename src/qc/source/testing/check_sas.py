"""Two independent readers must find in the SAS files of fixtures/ what the index says. Run as make_fixtures.py is."""

import datetime, json, math, pathlib
import pandas, pyreadstat

HERE = pathlib.Path(__file__).parent / "fixtures"
index = json.loads((HERE / "index.json").read_text())


def plain(value):
    if value is None or value is pandas.NaT or (isinstance(value, float) and math.isnan(value)) or value == "":
        return None
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()[:10]
    return value.decode() if isinstance(value, bytes) else value


def check(name, how, frame):
    want = index[name]
    found = [[plain(v) for v in row] for row in frame.itertuples(index=False)]
    assert list(frame.columns) == want["columns"], (how, name, list(frame.columns))
    assert found == want["rows"], (how, name, found[:2], want["rows"][:2])


names = [name for name in index if name.endswith(".sas7bdat")]
for name in names:
    # ReadStat refuses rows packed by RDC that are not SAS's own; pandas fails on a dataset without rows.
    if b"SASYZCR2" not in (HERE / name).read_bytes():
        frame, meta = pyreadstat.read_sas7bdat(str(HERE / name))
        assert {k: v for k, v in meta.column_names_to_labels.items() if v} == index[name]["labels"], name
        check(name, "pyreadstat", frame)
    if index[name]["rows"]:
        check(name, "pandas", pandas.read_sas(HERE / name, encoding="utf-8"))
print(len(names), "files agree")
