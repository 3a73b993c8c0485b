import { tag, textTag } from '../xml/write.ts'
import type { Audit, DataRecord, Subject, Value } from './model.ts'

const given = (text: string): string | undefined => (text === '' ? undefined : text)

const auditText = (audit: Audit | null): string =>
  audit === null
    ? ''
    : tag(
        'AuditRecord',
        {},
        tag('UserRef', { UserOID: audit.user }),
        tag('LocationRef', { LocationOID: audit.location }),
        textTag('DateTimeStamp', audit.at),
        audit.reason === '' ? '' : textTag('ReasonForChange', audit.reason),
        audit.source === '' ? '' : textTag('SourceID', audit.source),
      )

const valueText = ({ item, value, transaction, audit, extras }: Value): string =>
  tag(
    'ItemData',
    { ItemOID: item, TransactionType: given(transaction), ...(value === null ? { IsNull: 'Yes' } : { Value: value }), ...extras },
    auditText(audit),
  )

const groupText = ({ group, groupRepeat, extras, audit, values }: DataRecord): string =>
  tag(
    'ItemGroupData',
    { ItemGroupOID: group, ItemGroupRepeatKey: given(groupRepeat), ...extras.group },
    auditText(audit),
    ...values.map(valueText),
  )

/** Neighbours of the same place stand in one element: what comes in between begins another, so the order stays. */
const runs = (records: readonly DataRecord[], keyOf: (record: DataRecord) => string): DataRecord[][] => {
  const made: DataRecord[][] = []
  let last: string | undefined
  for (const record of records) {
    const key = keyOf(record)
    if (key === last) made.at(-1)?.push(record)
    else made.push([record])
    last = key
  }
  return made
}

const formText = (records: readonly DataRecord[]): string => {
  const [first] = records
  if (!first) return ''
  return tag('FormData', { FormOID: first.form, FormRepeatKey: given(first.formRepeat), ...first.extras.form }, ...records.map(groupText))
}
const eventText = (records: readonly DataRecord[]): string => {
  const [first] = records
  if (!first) return ''
  const forms = runs(records, ({ form, formRepeat, extras }) => JSON.stringify([form, formRepeat, extras.form]))
  return tag(
    'StudyEventData',
    { StudyEventOID: first.event, StudyEventRepeatKey: given(first.eventRepeat), ...first.extras.event },
    ...forms.map(formText),
  )
}

export const subjectText = ({ key, site, extras, records }: Subject): string =>
  tag(
    'SubjectData',
    { SubjectKey: key, ...extras },
    site === '' ? '' : tag('SiteRef', { LocationOID: site }),
    ...runs(records, ({ event, eventRepeat, extras: own }) => JSON.stringify([event, eventRepeat, own.event])).map(eventText),
  )
