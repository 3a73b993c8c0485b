import type { Language, Words } from '#kernel'
import type { Ctx } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify } from '#server/notification/notify.ts'
import type { Recipient } from '#server/notification/notify.ts'
import { askersOf } from '#study/query/asker.ts'
import { seesEveryStudy } from '#study/reader.ts'
import type { Query } from './thread.ts'
import { sayTitle } from './title.ts'

const icon = 'message-circle-question-mark'
const digest = true
const members = true
const assigned: NotificationKind = {
  kind: 'query.assigned',
  title: { 'zh-cn': '等我答复的质疑', en: 'Queries that I am to answer' },
  icon,
  digest,
  members,
}
const answered: NotificationKind = { kind: 'query.answered', title: { 'zh-cn': '质疑得到答复', en: 'Answers to queries' }, icon, digest }
const sentBack: NotificationKind = {
  kind: 'query.sentBack',
  title: { 'zh-cn': '答复被退回', en: 'Answers that were sent back' },
  icon,
  digest,
  members,
}
const closed: NotificationKind = {
  kind: 'query.closed',
  title: { 'zh-cn': '质疑关闭或撤销', en: 'Queries closed or cancelled' },
  icon,
  members,
}
export const dueNews: NotificationKind = {
  kind: 'query.due',
  title: { 'zh-cn': '到期和逾期的质疑', en: 'Queries that are due' },
  icon,
  digest,
  members,
}
const remarked: NotificationKind = {
  kind: 'query.remarked',
  title: { 'zh-cn': '质疑的补充说明', en: 'Remarks on queries' },
  icon,
  digest,
  members,
}
export const queryNews: readonly NotificationKind[] = [assigned, answered, remarked, sentBack, closed, dueNews]

const SAID: Record<string, { kind: NotificationKind; words: Words }> = {
  assigned: { kind: assigned, words: { 'zh-cn': '有一条质疑等您答复', en: 'A query waits for your answer' } },
  reopened: { kind: assigned, words: { 'zh-cn': '质疑重新打开，等您答复', en: 'A query was reopened and waits for your answer' } },
  sentBack: { kind: sentBack, words: { 'zh-cn': '您的答复被退回', en: 'Your answer was sent back' } },
  answered: { kind: answered, words: { 'zh-cn': '质疑已答复', en: 'A query was answered' } },
  remarked: { kind: remarked, words: { 'zh-cn': '质疑有新的补充说明', en: 'Something was added to a query' } },
  closed: { kind: closed, words: { 'zh-cn': '质疑已关闭', en: 'A query was closed' } },
  cancelled: { kind: closed, words: { 'zh-cn': '质疑已撤销', en: 'A query was cancelled' } },
}

const site = ({ assignees, members }: Query): Recipient[] => [
  ...(assignees ?? []).map((id) => ({ kind: 'admin' as const, id })),
  ...(members ?? []).map((id) => ({ kind: 'member' as const, id })),
]
const asker = async (ctx: Ctx, row: Query): Promise<Recipient[]> => {
  const author = row.author === null ? undefined : await loadAdmin(ctx.db, row.author)
  const admins = await askersOf(ctx.db, row, Boolean(author && seesEveryStudy(author)))
  return admins.map((id) => ({ kind: 'admin', id }))
}

/** In names, without values: a notification is read on any screen. Nobody is told what they did themselves. */
const tell = async (ctx: Ctx, row: Query, what: string, to: readonly Recipient[]): Promise<void> => {
  const said = SAID[what]
  const others = to.filter(({ kind, id }) => kind !== ctx.actor.kind || id !== ctx.actor.id)
  if (!said) return
  const titleIn = async (language: Language) =>
    (await sayTitle({ db: ctx.db, language }, [{ id: row.id, value: row.title }]))[0] ?? row.title
  const text: Words = {
    'zh-cn': `${said.words['zh-cn']}：#${row.id} ${await titleIn('zh-cn')}`,
    en: `${said.words.en}: #${row.id} ${await titleIn('en')}`,
  }
  const pages = { address: `/admin/query/${row.id}`, memberAddress: `/user/study/query?id=${row.id}` }
  await notify(ctx.db, said.kind, others, { text, ...pages, key: `query ${row.id}` })
}

export const tellRaised = (ctx: Ctx, row: Query): Promise<void> => tell(ctx, row, 'assigned', site(row))

/** Those who are to answer it from now on and were not before. */
export const tellAssigned = (ctx: Ctx, row: Query, before: Query): Promise<void> => {
  const known = site(before)
  const added = site(row).filter((one) => !known.some(({ kind, id }) => kind === one.kind && id === one.id))
  return tell(ctx, row, 'assigned', added)
}

/** What is added is read by both sides. */
export const tellRemarked = async (ctx: Ctx, row: Query): Promise<void> =>
  tell(ctx, row, 'remarked', [...site(row), ...(await asker(ctx, row))])

export const tellMoved = async (ctx: Ctx, row: Query, before: Query): Promise<void> => {
  if (row.state === 'answered') return tell(ctx, row, 'answered', await asker(ctx, row))
  if (row.state === 'open') return tell(ctx, row, before.state === 'answered' ? 'sentBack' : 'reopened', site(row))
  return tell(ctx, row, row.state, [...site(row), ...(await asker(ctx, row))])
}
