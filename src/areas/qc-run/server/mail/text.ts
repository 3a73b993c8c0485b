import { fill, type Language, type Words } from '#kernel'

const SUBJECT: Words = { 'zh-cn': '{study}：质控得分 {score} - {site}', en: '{study}: quality score {score} - {site}' }
const TEXT: Words = {
  'zh-cn':
    '{study}（{code}）的定时质控已完成。\n\n结论：{verdict}\n得分：{score}\n新问题：{appeared}\n重新出现：{reopened}\n已解决：{resolved}\n\n{door}\n\n{site}',
  en: 'The scheduled quality control of {study} ({code}) is done.\n\nVerdict: {verdict}\nScore: {score}\nNew findings: {appeared}\nReopened: {reopened}\nResolved: {resolved}\n\n{door}\n\n{site}',
}
/** Where the whole report is, by what the reader may open. */
const DOORS = {
  file: { 'zh-cn': '完整报告见附件，也可在系统中查看：{link}', en: 'The whole report is attached; in the system it is at {link}' },
  large: {
    'zh-cn': '报告文件过大，没有随邮件发送，请在系统中查看：{link}',
    en: 'The report is too large for a mail; read it in the system at {link}',
  },
  sites: {
    'zh-cn': '报告包含全部科室的数据，只发给能查看整个研究的人；您能看到的结果在：{link}',
    en: 'The report holds the data of all sites and goes only to those who see the whole study; what you may see is at {link}',
  },
  member: {
    'zh-cn': '报告文件只发给能在后台查看整个研究的人，需要时请向研究的数据管理员索取。',
    en: 'The report itself goes only to those who see the whole study in the back office; ask the data manager of the study for it.',
  },
} satisfies Record<string, Words>
export type Door = keyof typeof DOORS

export type Facts = {
  study: Words
  code: string
  score: number | null
  verdict: Words
  appeared: number
  reopened: number
  resolved: number
  link: string
  site: string
  /** Of one that failed. */
  why: Words | null
}
const MOST_SUBJECT = 200

const FAILED_SUBJECT: Words = {
  'zh-cn': '{study}：定时质控未能完成 - {site}',
  en: '{study}: the scheduled quality control failed - {site}',
}
const FAILED_TEXT: Words = {
  'zh-cn': '{study}（{code}）的定时质控未能完成，没有得出结论。\n\n原因：{why}\n\n{door}\n\n{site}',
  en: 'The scheduled quality control of {study} ({code}) failed; nothing was judged.\n\nReason: {why}\n\n{door}\n\n{site}',
}
const RUN_DOOR: Words = { 'zh-cn': '请处理后再次运行：{link}', en: 'Mend it, then run it again: {link}' }
const MEMBER_DOOR: Words = { 'zh-cn': '详情请向研究的数据管理员了解。', en: 'Ask the data manager of the study for details.' }

export const reportMail = (facts: Facts, door: Door, language: Language): { subject: string; text: string } => {
  const score = facts.score === null ? '–' : facts.score.toFixed(1)
  const { why: _why, ...own } = facts
  const said = { ...own, study: facts.study[language], verdict: facts.verdict[language], score }
  const subject = fill(SUBJECT[language], said).slice(0, MOST_SUBJECT)
  return { subject, text: fill(TEXT[language], { ...said, door: fill(DOORS[door][language], { link: facts.link }) }) }
}

/** Whoever waits for a report learns that there is none. */
export const failureMail = (facts: Facts, door: Door, language: Language): { subject: string; text: string } => {
  const said = { study: facts.study[language], code: facts.code, site: facts.site, why: facts.why?.[language] ?? '–' }
  const subject = fill(FAILED_SUBJECT[language], said).slice(0, MOST_SUBJECT)
  const where = fill((door === 'member' ? MEMBER_DOOR : RUN_DOOR)[language], { link: facts.link })
  return { subject, text: fill(FAILED_TEXT[language], { ...said, door: where }) }
}
