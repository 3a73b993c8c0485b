import type { IdentifierKind } from './types.ts'

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤'

export function isResidentId(text: string): boolean {
  if (text.length !== 18 || !/^\d{17}[\dXx]$/.test(text)) return false
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0)
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase()
}

const VALUE_TESTS: Readonly<Record<IdentifierKind, (text: string) => boolean>> = {
  cn_resident_id: isResidentId,
  cn_mobile: (text) => text.length >= 11 && /^(?:\+?86[- ]?)?1[3-9]\d{9}$/.test(text),
  person_name: (text) =>
    text.length <= 4 && text >= '\u4e00' && /^\p{Script=Han}{2,4}$/u.test(text) && SURNAMES.includes(text[0] as string),
  medical_record_no: (text) => /^[A-Za-z]{0,3}\d{6,12}$/.test(text),
  email: (text) => text.includes('@') && /^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$/.test(text),
}

/** Values of these kinds are told apart only with the help of the column's name: any 8-digit number could be a record number. */
const NAME_HINTS: Partial<Record<IdentifierKind, RegExp>> = {
  medical_record_no: /病历|病案|住院号|门诊号|登记号|\bmrn\b|(?:medical|patient|hospital).?(?:record|no|id)|pat(?:ient)?_?id/i,
  person_name: /姓名|名字|联系人|(?:^|[^a-z])name/i,
}

export function suspectIdentifiers(column: string, texts: readonly string[]): { kind: IdentifierKind; share: number }[] {
  if (texts.length === 0) return []
  return (Object.keys(VALUE_TESTS) as IdentifierKind[]).flatMap((kind) => {
    const named = NAME_HINTS[kind]?.test(column) ?? false
    if (kind === 'medical_record_no' && !named) return []
    const share = texts.filter((text) => VALUE_TESTS[kind](text.trim())).length / texts.length
    const enough = kind === 'medical_record_no' ? share > 0.5 : kind === 'person_name' ? share > (named ? 0.3 : 0.8) : share > 0.02
    return enough ? [{ kind, share }] : []
  })
}
