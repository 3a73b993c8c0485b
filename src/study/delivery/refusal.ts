import type { Words } from '#kernel'

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
