import type { Oddity, Words } from '#kernel'

/** Why a row of a delivery is not stored. */
export const REFUSALS = {
  noSubject: { 'zh-cn': '没有受试者编号', en: 'There is no subject code' },
  unknownSubject: { 'zh-cn': '研究中没有这位受试者', en: 'The study has no such subject' },
  withdrawn: { 'zh-cn': '受试者已退出', en: 'The subject has withdrawn' },
  merged: { 'zh-cn': '受试者已合并到另一位受试者', en: 'The subject was merged into another one' },
  otherSite: { 'zh-cn': '受试者不属于交付方的科室', en: 'The subject belongs to a department that the sender does not have' },
  /** What a site is told of both: it is not to learn whom the others have. */
  notYours: { 'zh-cn': '您的科室没有这位受试者', en: 'Your departments have no such subject' },
  unknownVisit: { 'zh-cn': '研究中没有这次访视', en: 'The study has no such visit' },
  badInstance: { 'zh-cn': '序号应为 1 至 10000 的整数', en: 'The number must be a whole number from 1 to 10000' },
  tooLong: { 'zh-cn': '有一个值超过 10000 个字符', en: 'A value is longer than 10000 characters' },
  duplicate: { 'zh-cn': '同一受试者、访视和序号在文件中出现多次', en: 'Subject, visit and number occur more than once in the file' },
  locked: { 'zh-cn': '记录已锁定，不能改动', en: 'The record is locked and cannot be changed' },
  conflict: {
    'zh-cn': '比较之后有人改动了这条记录，没有覆盖；请重新交付这一行',
    en: 'Somebody changed this record after the comparison; it was not overwritten. Deliver the row again',
  },
} as const satisfies Record<string, Words>
export type RefusalReason = keyof typeof REFUSALS

const KEY = ['subject', 'visit', 'instance'] as const
/** Which cells of a row a reason is about; a reason about the record that is stored is about none. */
const FAULTY: Readonly<Record<RefusalReason, readonly string[]>> = {
  noSubject: ['subject'],
  unknownSubject: ['subject'],
  withdrawn: ['subject'],
  merged: ['subject'],
  otherSite: ['subject'],
  notYours: ['subject'],
  unknownVisit: ['visit'],
  badInstance: ['instance'],
  tooLong: [],
  duplicate: KEY,
  locked: [],
  conflict: [],
}
const isReason = (reason: string): reason is RefusalReason => Object.hasOwn(FAULTY, reason)
export const faultyOf = (reason: string): readonly string[] => (isReason(reason) ? FAULTY[reason] : [])

/** What the dictionary finds odd in a value: it is stored all the same. */
export const ODDITIES: Readonly<Record<Oddity, Words>> = {
  unreadable: { 'zh-cn': '不能按类型读取', en: 'cannot be read as its type' },
  outOfRange: { 'zh-cn': '超出范围', en: 'out of range' },
  notInList: { 'zh-cn': '不在编码表中', en: 'not in the code list' },
}
