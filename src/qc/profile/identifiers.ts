import type { QcDatabase, StagedTable } from '../table.ts'
import { sampleColumns } from './sample.ts'
import type { IdentifierKind } from './types.ts'

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'

export function isResidentId(text: string): boolean {
  if (text.length !== 18 || !/^\d{17}[\dXx]$/.test(text)) return false
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

const CHINESE_NAME = /^\p{Script=Han}{2,4}$/u
const LATIN_NAME = /^\p{Lu}[\p{L}'’.-]+(?:[ ,]+\p{L}[\p{L}'’.-]*){0,3}$/u

const VALUE_TESTS: Readonly<Record<IdentifierKind, (text: string) => boolean>> = {
  // These are looked for inside a text as well: a remark that tells a number tells the person.
  cn_resident_id: (text) => text.length >= 18 && (text.match(/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g) ?? []).some(isResidentId),
  cn_mobile: (text) => text.length >= 11 && /(?<![\d.A-Za-z])(?:\+?86[- ]?)?1[3-9]\d{9}(?![\d.A-Za-z])/.test(text),
  person_name: (text) => text.length <= 4 && text >= '\u4e00' && CHINESE_NAME.test(text) && SURNAMES.includes(text[0] as string),
  document_no: (text) => /^[A-Za-z]{0,3}[\dXx* -]{5,24}[A-Za-z]?$/.test(text),
  medical_record_no: (text) => /^[A-Za-z]{0,3}\d{6,12}$/.test(text),
  email: (text) => text.includes('@') && /[^@\s]@[^@\s]+\.[A-Za-z]{2,}/.test(text),
  phone: (text) => /^\+?[\d ()-]{7,20}$/.test(text),
  address: (text) => text.length >= 6,
}

/** Values of these kinds are told apart only with the help of the column's name: any 8-digit number could be a record number. */
const NAME_HINTS: Partial<Record<IdentifierKind, RegExp>> = {
  document_no:
    /身份证|证件|护照|医保|社保|驾驶证|军官证|passport|(?:^|[^a-z])(?:identity|id)[ _-]?(?:card|no(?![a-z])|number)|national[ _-]?id|\bssn\b|social[ _-]?security|insurance[ _-]?(?:no|num|id|card)/i,
  medical_record_no: /病历|病案|住院号|门诊号|登记号|\bmrn\b|(?:medical|patient|hospital).?(?:record|no|id)|pat(?:ient)?_?id/i,
  person_name: /姓名|名字|联系人|(?:^|[^a-z])name/i,
  phone: /电话|手机|传真|phone|mobile|\btel\b|\bfax\b/i,
  address: /地址|住址|address/i,
}
/** Whose name it is stands in the column's own: the name of a drug has the same letters. */
const OF_PERSON =
  /^name$|(?:patient|subject|person|first|last|full|given|family|middle|contact|doctor|investigator)[ _-]?name|surname|forename/i
/** Under these headings whatever begins with a letter is a name: of five characters or with a dot in it, in pinyin, with a number for a namesake. */
const OF_SOMEBODY = /姓名|联系人/
const NAME = /^\p{L}[\p{L}\p{N}'’·• .-]*$/u
const ONLY_NAMED: ReadonlySet<IdentifierKind> = new Set(['document_no', 'medical_record_no', 'phone', 'address'])

/** A mobile number under its name is a phone as well; the narrower word says more. */
const NARROWER: Partial<Record<IdentifierKind, IdentifierKind>> = { phone: 'cn_mobile', document_no: 'cn_resident_id' }

export function suspectIdentifiers(column: string, texts: readonly string[]): { kind: IdentifierKind; share: number }[] {
  if (texts.length === 0) return []
  const found = (Object.keys(VALUE_TESTS) as IdentifierKind[]).flatMap((kind) => {
    const named = NAME_HINTS[kind]?.test(column) ?? false
    if (ONLY_NAMED.has(kind) && !named) return []
    const form = kind !== 'person_name' ? undefined : OF_SOMEBODY.test(column) ? NAME : OF_PERSON.test(column) ? LATIN_NAME : undefined
    const test = (text: string): boolean => VALUE_TESTS[kind](text) || (form?.test(text) ?? false)
    const share = texts.filter((text) => test(text.trim())).length / texts.length
    const enough = ONLY_NAMED.has(kind) ? share > 0.5 : kind === 'person_name' ? share > (named ? 0.3 : 0.8) : share > 0.02
    return enough ? [{ kind, share }] : []
  })
  const kinds = new Set(found.map(({ kind }) => kind))
  return found.filter(({ kind }) => {
    const narrower = NARROWER[kind]
    return narrower === undefined || !kinds.has(narrower)
  })
}

/** Of these columns, the ones that look like names or numbers of persons. */
export async function identifyingColumns(db: QcDatabase, table: StagedTable, columns: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const known = columns.filter((column) => table.columns.includes(column))
  await sampleColumns(db, { ...table, columns: known }, (column, texts) => {
    if (suspectIdentifiers(column, texts).length > 0) found.add(column)
  })
  return found
}
