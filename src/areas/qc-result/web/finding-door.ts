const numberIn = (of: unknown, name: string): number | null => {
  const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : null
  return typeof value === 'number' ? value : null
}

/** The findings of the rule in the form, or in the file, that was judged. */
export const findingDoor = (row: Readonly<Record<string, unknown>>): string | null => {
  const [parameter, form] = [numberIn(row, 'parameter'), numberIn(row, 'form')]
  const [study, datafile] = [numberIn(row['_judged'], 'study'), numberIn(row['_judged'], 'datafile')]
  const place =
    datafile !== null
      ? `filter=datafile:IN:${datafile}`
      : form !== null
        ? `filter=form:IN:${form}`
        : // What is about no single form of a study.
          study !== null && `filter=study:IN:${study}&filter=form:NULL`
  return parameter === null || !place ? null : `/admin/finding?filter=parameter:IN:${parameter}&${place}`
}
