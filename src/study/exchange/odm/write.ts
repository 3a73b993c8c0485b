import { ExchangeError } from '../error.ts'
import type { Element } from '../xml/element.ts'
import { elementText, opening, tag, textTag, XML_HEAD } from '../xml/write.ts'
import { ODM, REDCAP } from './model.ts'
import type { Expression, Item, ItemGroup, List, OdmEvent, OdmFile, OdmForm, OdmStudy, Subject, Texts } from './model.ts'
import { subjectText } from './write-subject.ts'

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')
const given = (text: string): string | undefined => (text === '' ? undefined : text)

const translated = (texts: Texts): string =>
  Object.entries(texts)
    .map(([language, text]) => textTag('TranslatedText', text, { 'xml:lang': given(language) }))
    .join('')
const described = (name: string, texts: Texts): string => (Object.keys(texts).length === 0 ? '' : tag(name, {}, translated(texts)))

const eventText = ({ oid, name, repeating, type, extras, forms }: OdmEvent): string =>
  tag(
    'StudyEventDef',
    { OID: oid, Name: name, Repeating: yesNo(repeating), Type: given(type), ...extras },
    ...forms.map((ref) => tag('FormRef', { FormOID: ref.form, Mandatory: yesNo(ref.mandatory), ...ref.extras })),
  )
const formText = ({ oid, name, description, repeating, extras, groups }: OdmForm): string =>
  tag(
    'FormDef',
    { OID: oid, Name: name, Repeating: yesNo(repeating), ...extras },
    described('Description', description),
    ...groups.map((group) => tag('ItemGroupRef', { ItemGroupOID: group, Mandatory: 'No' })),
  )
const groupText = ({ oid, name, repeating, extras, items }: ItemGroup): string =>
  tag(
    'ItemGroupDef',
    { OID: oid, Name: name, Repeating: yesNo(repeating), ...extras },
    ...items.map((ref) =>
      tag('ItemRef', {
        ItemOID: ref.item,
        Mandatory: yesNo(ref.mandatory),
        MethodOID: given(ref.method),
        CollectionExceptionConditionOID: given(ref.condition),
        ...ref.extras,
      }),
    ),
  )
/** In the order that the schema of the standard asks for. */
const itemText = (item: Item): string =>
  tag(
    'ItemDef',
    {
      OID: item.oid,
      Name: item.name,
      DataType: item.dataType,
      Length: given(item.length),
      SignificantDigits: given(item.digits),
      ...item.extras,
    },
    described('Description', item.description),
    described('Question', item.question),
    ...item.units.map((unit) => tag('MeasurementUnitRef', { MeasurementUnitOID: unit })),
    ...item.ranges.map(({ comparator, value, isHard, message }) =>
      tag(
        'RangeCheck',
        { Comparator: comparator, SoftHard: isHard ? 'Hard' : 'Soft' },
        textTag('CheckValue', value),
        described('ErrorMessage', message),
      ),
    ),
    item.codelist === '' ? '' : tag('CodeListRef', { CodeListOID: item.codelist }),
    ...item.aliases.map(({ context, name }) => tag('Alias', { Context: context, Name: name })),
  )
const listText = ({ oid, name, dataType, extras, items }: List): string =>
  tag(
    'CodeList',
    { OID: oid, Name: name, DataType: dataType, ...extras },
    ...items.map(({ code, label, extras: own }) => tag('CodeListItem', { CodedValue: code, ...own }, tag('Decode', {}, translated(label)))),
  )
const ELEMENTS = { condition: 'ConditionDef', method: 'MethodDef' } as const
const expressionText = ({ oid, name, kind, description, context, expression }: Expression): string =>
  tag(
    ELEMENTS[kind],
    { OID: oid, Name: name, ...(kind === 'method' ? { Type: 'Computation' } : {}) },
    described('Description', description),
    expression === '' && context === '' ? '' : textTag('FormalExpression', expression, { Context: context }),
  )

const studyText = (study: OdmStudy): string => {
  const { oid, name, description, protocol, vendor, units, version, events } = study
  const refs = events.map((event, i) => tag('StudyEventRef', { StudyEventOID: event.oid, OrderNumber: i + 1, Mandatory: 'No' }))
  return tag(
    'Study',
    { OID: oid },
    tag(
      'GlobalVariables',
      {},
      textTag('StudyName', name),
      textTag('StudyDescription', description),
      textTag('ProtocolName', protocol),
      ...vendor.map(elementText),
    ),
    units.length === 0
      ? ''
      : tag(
          'BasicDefinitions',
          {},
          ...units.map((unit) => tag('MeasurementUnit', { OID: unit.oid, Name: unit.name }, tag('Symbol', {}, translated(unit.symbol)))),
        ),
    tag(
      'MetaDataVersion',
      { OID: version.oid, Name: version.name, ...version.extras },
      refs.length === 0 ? '' : tag('Protocol', {}, ...refs),
      ...events.map(eventText),
      ...study.forms.map(formText),
      ...study.groups.map(groupText),
      ...study.items.map(itemText),
      ...study.lists.map(listText),
      ...study.expressions.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0)).map(expressionText),
    ),
  )
}

type Subjects = AsyncIterable<Subject> | Iterable<Subject>

/** A file of ODM 1.3, subject by subject: memory does not grow with the data. */
export async function* writeOdm(
  file: OdmFile,
  study: OdmStudy,
  subjects: Subjects,
  admin: readonly Element[] = [],
): AsyncGenerator<string> {
  const spaces = Object.entries({ redcap: REDCAP, ...file.namespaces }).map(([prefix, uri]) => [`xmlns:${prefix}`, uri] as const)
  yield `${XML_HEAD}${opening('ODM', { xmlns: ODM, ...Object.fromEntries(spaces), ODMVersion: '1.3.2', ...file.attributes })}\n`
  yield `${studyText(study)}\n`
  for (const one of admin) yield `${elementText(one)}\n`
  let isOpen = false
  for await (const subject of subjects) {
    if (!isOpen) yield `${opening('ClinicalData', { StudyOID: study.oid, MetaDataVersionOID: study.version.oid })}\n`
    isOpen = true
    if (subject.key === '') throw new ExchangeError('有受试者没有编号', 'A subject has no key')
    yield `${subjectText(subject)}\n`
  }
  yield `${isOpen ? '</ClinicalData>\n' : ''}</ODM>\n`
}
