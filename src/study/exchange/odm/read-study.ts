import { ExchangeError } from '../error.ts'
import { attributeOf, childOf, childrenOf, textIn } from '../xml/element.ts'
import type { Element } from '../xml/element.ts'
import type { Expression, Extras, Item, ItemGroup, List, OdmEvent, OdmForm, OdmStudy, Range, Texts, Unit } from './model.ts'

/** What the standard does not know. */
export const extrasOf = ({ attributes }: Element): Extras =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => name.includes(':')))
const isYes = (element: Element, name: string): boolean => attributeOf(element, name) === 'Yes'

const textsOf = (element: Element | undefined): Texts =>
  Object.fromEntries((element ? childrenOf(element, 'TranslatedText') : []).map((one) => [attributeOf(one, 'xml:lang'), one.text]))
const headOf = (element: Element) => ({ oid: attributeOf(element, 'OID'), name: attributeOf(element, 'Name') })

const eventOf = (element: Element): OdmEvent => ({
  ...headOf(element),
  repeating: isYes(element, 'Repeating'),
  type: attributeOf(element, 'Type'),
  extras: extrasOf(element),
  forms: childrenOf(element, 'FormRef').map((ref) => ({
    form: attributeOf(ref, 'FormOID'),
    mandatory: isYes(ref, 'Mandatory'),
    extras: extrasOf(ref),
  })),
})
const formOf = (element: Element): OdmForm => ({
  ...headOf(element),
  description: textsOf(childOf(element, 'Description')),
  repeating: isYes(element, 'Repeating'),
  extras: extrasOf(element),
  groups: childrenOf(element, 'ItemGroupRef').map((ref) => attributeOf(ref, 'ItemGroupOID')),
})
const groupOf = (element: Element): ItemGroup => ({
  ...headOf(element),
  repeating: isYes(element, 'Repeating'),
  extras: extrasOf(element),
  items: childrenOf(element, 'ItemRef').map((ref) => ({
    item: attributeOf(ref, 'ItemOID'),
    mandatory: isYes(ref, 'Mandatory'),
    condition: attributeOf(ref, 'CollectionExceptionConditionOID'),
    method: attributeOf(ref, 'MethodOID'),
    extras: extrasOf(ref),
  })),
})
const rangesOf = (element: Element): Range[] =>
  childrenOf(element, 'RangeCheck').flatMap((check) =>
    childrenOf(check, 'CheckValue').map((value) => ({
      comparator: attributeOf(check, 'Comparator'),
      value: value.text,
      isHard: attributeOf(check, 'SoftHard') === 'Hard',
      message: textsOf(childOf(check, 'ErrorMessage')),
    })),
  )
const itemOf = (element: Element): Item => ({
  ...headOf(element),
  dataType: attributeOf(element, 'DataType'),
  length: attributeOf(element, 'Length'),
  digits: attributeOf(element, 'SignificantDigits'),
  extras: extrasOf(element),
  question: textsOf(childOf(element, 'Question')),
  description: textsOf(childOf(element, 'Description')),
  units: childrenOf(element, 'MeasurementUnitRef').map((ref) => attributeOf(ref, 'MeasurementUnitOID')),
  ranges: rangesOf(element),
  codelist: attributeOf(childOf(element, 'CodeListRef') ?? element, 'CodeListOID'),
  aliases: childrenOf(element, 'Alias').map((alias) => ({ context: attributeOf(alias, 'Context'), name: attributeOf(alias, 'Name') })),
})
const listOf = (element: Element): List => ({
  ...headOf(element),
  dataType: attributeOf(element, 'DataType'),
  extras: extrasOf(element),
  items: element.children
    .filter(({ name }) => name === 'CodeListItem' || name === 'EnumeratedItem')
    .map((item) => ({ code: attributeOf(item, 'CodedValue'), label: textsOf(childOf(item, 'Decode')), extras: extrasOf(item) })),
})
const unitOf = (element: Element): Unit => ({ ...headOf(element), symbol: textsOf(childOf(element, 'Symbol')) })
const expressionOf =
  (kind: Expression['kind']) =>
  (element: Element): Expression => ({
    ...headOf(element),
    kind,
    description: textsOf(childOf(element, 'Description')),
    context: attributeOf(childOf(element, 'FormalExpression') ?? element, 'Context'),
    expression: textIn(element, 'FormalExpression'),
  })

const inOrder = (events: readonly OdmEvent[], protocol: Element | undefined): OdmEvent[] => {
  const wanted = (protocol ? childrenOf(protocol, 'StudyEventRef') : []).map((ref) => attributeOf(ref, 'StudyEventOID'))
  const place = ({ oid }: OdmEvent): number => (wanted.includes(oid) ? wanted.indexOf(oid) : wanted.length)
  return events.toSorted((a, b) => place(a) - place(b))
}

const refuseTwice = (heads: readonly { oid: string }[]): void => {
  const seen = new Set<string>()
  for (const { oid } of heads) {
    if (seen.has(oid)) throw new ExchangeError(`标识“${oid}”出现了两次`, `The identifier “${oid}” stands twice`)
    seen.add(oid)
  }
}

/** A study as the element describes it. Of several versions of its definition the last one counts. */
export const studyOf = (element: Element): OdmStudy => {
  const globals = childOf(element, 'GlobalVariables')
  const version = childrenOf(element, 'MetaDataVersion').at(-1)
  if (!version) throw new ExchangeError('研究没有定义（MetaDataVersion）', 'The study has no definition (MetaDataVersion)')
  const all = <T>(name: string, read: (one: Element) => T): T[] => childrenOf(version, name).map(read)
  const study: OdmStudy = {
    oid: attributeOf(element, 'OID'),
    name: globals ? textIn(globals, 'StudyName') : '',
    description: globals ? textIn(globals, 'StudyDescription') : '',
    protocol: globals ? textIn(globals, 'ProtocolName') : '',
    vendor: globals?.children.filter(({ name }) => name.includes(':')) ?? [],
    units: childrenOf(childOf(element, 'BasicDefinitions') ?? { ...element, children: [] }, 'MeasurementUnit').map(unitOf),
    version: { ...headOf(version), extras: extrasOf(version) },
    events: inOrder(all('StudyEventDef', eventOf), childOf(version, 'Protocol')),
    forms: all('FormDef', formOf),
    groups: all('ItemGroupDef', groupOf),
    items: all('ItemDef', itemOf),
    lists: all('CodeList', listOf),
    expressions: [...all('ConditionDef', expressionOf('condition')), ...all('MethodDef', expressionOf('method'))],
  }
  for (const heads of [study.events, study.forms, study.groups, study.items, study.lists]) refuseTwice(heads)
  return study
}
