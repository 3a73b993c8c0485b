import { attributeOf, childOf, childrenOf, textIn } from '../xml/element.ts'
import type { Element } from '../xml/element.ts'
import type { Audit, DataRecord, Subject, Value } from './model.ts'
import { extrasOf } from './read-study.ts'

const auditOf = (element: Element): Audit | null => {
  const record = childOf(element, 'AuditRecord')
  if (!record) return null
  return {
    at: textIn(record, 'DateTimeStamp'),
    user: attributeOf(childOf(record, 'UserRef') ?? record, 'UserOID'),
    location: attributeOf(childOf(record, 'LocationRef') ?? record, 'LocationOID'),
    reason: textIn(record, 'ReasonForChange'),
    source: textIn(record, 'SourceID'),
  }
}

/** `ItemData` has its value in an attribute, `ItemDataInteger` and the others of that kind between the tags. */
const valueOf = (element: Element): Value => {
  const isNull = attributeOf(element, 'IsNull') === 'Yes'
  const written = element.name === 'ItemData' ? attributeOf(element, 'Value') : element.text
  return {
    item: attributeOf(element, 'ItemOID'),
    value: isNull ? null : written,
    transaction: attributeOf(element, 'TransactionType'),
    audit: auditOf(element),
    extras: extrasOf(element),
  }
}

/** What was entered about one subject, in the order of the file. */
export const subjectOf = (element: Element): Subject => ({
  key: attributeOf(element, 'SubjectKey'),
  site: attributeOf(childOf(element, 'SiteRef') ?? element, 'LocationOID'),
  extras: extrasOf(element),
  records: childrenOf(element, 'StudyEventData').flatMap((event) =>
    childrenOf(event, 'FormData').flatMap((form) =>
      childrenOf(form, 'ItemGroupData').map((group): DataRecord => ({
        event: attributeOf(event, 'StudyEventOID'),
        eventRepeat: attributeOf(event, 'StudyEventRepeatKey'),
        form: attributeOf(form, 'FormOID'),
        formRepeat: attributeOf(form, 'FormRepeatKey'),
        group: attributeOf(group, 'ItemGroupOID'),
        groupRepeat: attributeOf(group, 'ItemGroupRepeatKey'),
        audit: auditOf(group),
        extras: { event: extrasOf(event), form: extrasOf(form), group: extrasOf(group) },
        values: group.children.filter(({ name }) => name.startsWith('ItemData')).map(valueOf),
      })),
    ),
  ),
})
