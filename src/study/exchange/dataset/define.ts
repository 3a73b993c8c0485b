import { opening, tag, textTag, XML_HEAD } from '../xml/write.ts'
import { ODM } from '../odm/model.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import type { Seen } from './survey.ts'

export type DefineHead = {
  readonly study: string
  readonly name: string
  readonly description: string
  readonly protocol: string
  readonly version: string
  readonly at: string
}
const XML_TYPES = { text: 'text', integer: 'integer', number: 'float' } as const
const DATES: Readonly<Record<string, string>> = { date: 'partialDate', dateTime: 'partialDatetime', time: 'partialTime' }

const itemText = ({ oid, name, label, kind, variable, list }: DatasetColumn, seen: Seen): string => {
  const isText = kind === 'text' || seen.texts.has(oid)
  const date = DATES[variable?.type ?? '']
  const dataType = date ?? XML_TYPES[isText ? 'text' : kind]
  const length = Math.max(1, seen.lengths.get(oid) ?? 1)
  return tag(
    'ItemDef',
    {
      OID: oid,
      Name: name,
      DataType: dataType,
      ...(date ? {} : { Length: length }),
      ...(dataType === 'float' ? { SignificantDigits: 15 } : {}),
    },
    tag('Description', {}, textTag('TranslatedText', label, { 'xml:lang': 'en' })),
    list && variable?.type !== 'choices' ? tag('CodeListRef', { CodeListOID: `CL.${list.code}` }) : '',
    tag('def:Origin', { Type: variable?.formula ? 'Derived' : 'Collected', Source: variable?.formula ? 'Sponsor' : 'Investigator' }),
  )
}

const groupText = ({ oid, name, label, repeats, columns }: Dataset, suffix: string): string =>
  tag(
    'ItemGroupDef',
    {
      OID: oid,
      Name: name,
      Repeating: 'Yes',
      IsReferenceData: 'No',
      Purpose: 'Tabulation',
      'def:Structure': repeats ? 'One record per subject per visit per number' : 'One record per subject per visit',
      'def:ArchiveLocationID': `LF.${name}`,
    },
    tag('Description', {}, textTag('TranslatedText', label, { 'xml:lang': 'en' })),
    ...columns.map((column, i) =>
      tag('ItemRef', {
        ItemOID: column.oid,
        OrderNumber: i + 1,
        Mandatory: column.variable?.required || column.name === 'SUBJECT' ? 'Yes' : 'No',
        KeySequence: column.key,
        ...(column.variable?.formula ? { MethodOID: `MT.${column.oid}` } : {}),
      }),
    ),
    tag('def:leaf', { ID: `LF.${name}`, 'xlink:href': `${name}${suffix}` }, textTag('def:title', `${name}${suffix}`)),
  )

/** Define-XML 2.1 of these datasets: what each file and each column is, with the lists and formulas. */
export const defineXml = (head: DefineHead, datasets: readonly Dataset[], seen: Seen, suffix: string): string => {
  const columns = datasets.flatMap((dataset) => dataset.columns)
  const lists = new Map(columns.flatMap(({ list, variable }) => (list && variable?.type !== 'choices' ? [[list.code, list]] : [])))
  const methods = columns.flatMap(({ oid, label, variable }) => (variable?.formula ? [{ oid, label, formula: variable.formula }] : []))
  return [
    XML_HEAD,
    opening('ODM', {
      xmlns: ODM,
      'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      'xmlns:def': 'http://www.cdisc.org/ns/def/v2.1',
      ODMVersion: '1.3.2',
      FileType: 'Snapshot',
      FileOID: `${head.study}.define`,
      CreationDateTime: head.at,
      'def:Context': 'Other',
    }),
    '\n',
    tag(
      'Study',
      { OID: head.study },
      tag(
        'GlobalVariables',
        {},
        textTag('StudyName', head.name),
        textTag('StudyDescription', head.description),
        textTag('ProtocolName', head.protocol),
      ),
      tag(
        'MetaDataVersion',
        { OID: head.version, Name: head.name, 'def:DefineVersion': '2.1.0' },
        ...datasets.map((dataset) => groupText(dataset, suffix)),
        ...columns.map((column) => itemText(column, seen)),
        ...[...lists.values()].map(({ code, name, items }) =>
          tag(
            'CodeList',
            { OID: `CL.${code}`, Name: name || code, DataType: 'text' },
            ...items.map((item, i) =>
              tag(
                'CodeListItem',
                { CodedValue: item.code, OrderNumber: i + 1 },
                tag('Decode', {}, textTag('TranslatedText', item.labelEn || item.label || item.code, { 'xml:lang': 'en' })),
              ),
            ),
          ),
        ),
        ...methods.map(({ oid, label, formula }) =>
          tag(
            'MethodDef',
            { OID: `MT.${oid}`, Name: label, Type: 'Computation' },
            tag('Description', {}, textTag('TranslatedText', formula, { 'xml:lang': 'en' })),
          ),
        ),
      ),
    ),
    '\n</ODM>\n',
  ].join('')
}
