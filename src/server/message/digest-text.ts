import { fill } from '#kernel'
import type { Language, Words } from '#kernel'

/** What somebody has not read yet, in the words of the bell: it names records and tells nothing that stands in them. */
export type Waiting = { kind: 'admin' | 'member'; id: number; texts: readonly Words[] }

const LISTED = 20
const SUBJECT: Words = { 'zh-cn': '{count} 条未读消息 - {site}', en: 'Unread news: {count} - {site}' }
const TEXT: Words = {
  'zh-cn': '有 {count} 条消息等您处理：\n\n{list}\n\n查看：{link}{quiet}\n\n{site}',
  en: 'News that wait for you: {count}\n\n{list}\n\nRead them at {link}{quiet}\n\n{site}',
}
const MORE: Words = { 'zh-cn': '……以及另外 {count} 条', en: '… and {count} more' }
/** Members have no such page. */
const QUIET: Words = {
  'zh-cn': '\n不想收到某一类消息，可以在消息设置中关闭。',
  en: '\nKinds of news that you do not want can be switched off there.',
}
const HOME = { admin: '/admin', member: '/user' } as const

export const digestMail = ({ kind, texts }: Waiting, { site, base, language }: { site: string; base: string; language: Language }) => {
  const shown = texts.slice(0, LISTED).map((text) => `· ${text[language]}`)
  const rest = texts.length - shown.length
  const list = [...shown, ...(rest > 0 ? [fill(MORE[language], { count: rest })] : [])].join('\n')
  const link = `${base}${HOME[kind]}`
  const said = { count: texts.length, site, link, list, quiet: kind === 'admin' ? QUIET[language] : '' }
  return { subject: fill(SUBJECT[language], said), text: fill(TEXT[language], said) }
}
