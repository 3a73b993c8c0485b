"""What two known tools make of the same table, for `bench:beside`. Usage: beside.py profile|profile-minimal|check FILE FOLDER"""

import sys

import pandas as pd

task, file, folder = sys.argv[1:4]
table = pd.read_csv(file, dtype={"mobile": str})

if task.startswith("profile"):
    from ydata_profiling import ProfileReport

    report = ProfileReport(table, title="visits", minimal=task == "profile-minimal", progress_bar=False)
    report.to_file(f"{folder}/{task}.html")
else:
    import great_expectations as gx

    context = gx.get_context(mode="file", project_root_dir=folder)
    source = context.data_sources.add_pandas("visits")
    batch = source.add_dataframe_asset("visits").add_batch_definition_whole_dataframe("whole")
    e = gx.expectations
    # The twelve checks of the bench, as far as there is an expectation for them: an outlier by quartiles and a repeated row have none.
    expected = [
        e.ExpectColumnValuesToNotBeNull(column="subject_id"),
        e.ExpectColumnValuesToNotBeNull(column="name"),
        e.ExpectColumnValuesToNotBeNull(column="sbp"),
        e.ExpectColumnValuesToBeUnique(column="subject_id"),
        e.ExpectColumnValuesToBeBetween(column="sbp", min_value=60, max_value=250),
        e.ExpectColumnValuesToBeBetween(column="dbp", min_value=30, max_value=150),
        e.ExpectColumnValuesToMatchRegex(column="mobile", regex="^1[3-9][0-9]{9}$"),
        e.ExpectColumnValuesToBeInSet(column="sex", value_set=["男", "女"]),
        e.ExpectColumnPairValuesAToBeGreaterThanB(column_A="end_date", column_B="visit_date", or_equal=True),
        e.ExpectColumnPairValuesAToBeGreaterThanB(column_A="sbp", column_B="dbp"),
    ]
    suite = context.suites.add(gx.ExpectationSuite(name="visits", expectations=expected))
    definition = context.validation_definitions.add(gx.ValidationDefinition(name="visits", data=batch, suite=suite))
    checkpoint = gx.Checkpoint(
        name="visits",
        validation_definitions=[definition],
        # As much as it can say about the failing rows.
        result_format={"result_format": "COMPLETE", "unexpected_index_column_names": ["subject_id"]},
    )
    answer = checkpoint.run(batch_parameters={"dataframe": table})
    for result in next(iter(answer.run_results.values())).results:
        print(result.expectation_config.type, result.result.get("unexpected_count"), file=sys.stderr)
    context.build_data_docs()
