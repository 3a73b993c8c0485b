import { can, fail, refuse, ruleOf } from '#kernel'
import type { Row } from '#kernel'
import type { Ctx } from '#server'
import { withoutNotes } from '#qc/json-notes.ts'
import { bodyOf, hasSameTarget, targetOf } from '#study/parameter/body.ts'
import { definitionHash } from '#study/parameter/definition.ts'
import { GATES, printParameterFile, readParameterFile, type Imported, type ImportProblem, type Said } from '#study/parameter/exchange.ts'
import { controlParameter } from '../index.ts'
import locale from '../locale.ts'
import { draft, VERSION } from './draft.ts'
import { notedOverrides } from './noted.ts'

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(withoutNotes(text))
  } catch (error) {
    throw refuse(locale, 'badJson', { text: error instanceof Error ? error.message : String(error) })
  }
}
/** What is said of a file that cannot be taken. */
const SAID = {
  noList: 'noList',
  noCheck: 'noCheck',
  unknownCheck: 'unknownCheck',
  twice: 'twice',
  badCode: 'badCode',
  badKeys: 'badKeys',
  badUses: 'badUses',
} as const satisfies Record<ImportProblem, string>

type Kept = {
  body: unknown
  messageZh: string | null
  messageEn: string | null
  gates: readonly string[] | null
  autoQuery: boolean | null
}
const KEPT = 'v.body, v.message_zh AS "messageZh", v.message_en AS "messageEn", v.gates, v.auto_query AS "autoQuery"'
const saidBy = ({ messageZh, messageEn, gates, autoQuery }: Kept): Said => ({
  messageZh: messageZh || null,
  messageEn: messageEn || null,
  gates: GATES.filter((gate) => gates?.includes(gate)),
  autoQuery: autoQuery ?? false,
})

type Known = { id: number; code: string; check: string; study: number | null; gone: boolean; first: unknown }
const KNOWN = `SELECT p.id, p.code, p."check", p.study, p.deleted_at IS NOT NULL AS gone,
    (SELECT v.body FROM control_version v WHERE v.parameter = p.id AND v.number = 1) AS first
  FROM control_parameter p WHERE p.code = ANY($1) FOR UPDATE OF p`
type Newest = Kept & { id: number; version: number; number: number; state: string }
const NEWEST = `SELECT v.id, v.version, v.number, v.state, ${KEPT} FROM control_version v WHERE v.parameter = $1 ORDER BY v.number DESC LIMIT 1`

/** One message stands for both languages in the file: said once, it is not another one. */
const toldIn = ({ messageZh, messageEn, gates, autoQuery }: Said): string =>
  JSON.stringify([messageZh ?? messageEn, messageEn ?? messageZh, gates, autoQuery])
const isSame = (check: string, newest: Newest, { body, said }: Imported): boolean =>
  definitionHash(check, newest.body) === definitionHash(check, body) && toldIn(saidBy(newest)) === toldIn(said)

/** A rule that is there already: as it is, or as a draft of what the file says. Its name stays; it is nobody's to change but where it is shown. */
const takeKnown = async (ctx: Ctx, known: Known, item: Imported, study: number | null): Promise<'same' | 'drafts'> => {
  const { code } = item
  if (known.gone) throw refuse(locale, 'inBin', { text: code })
  // Whoever does not see it is told no more than that the code is taken.
  await ctx.engine.get(ctx, controlParameter.name, known.id).catch(() => {
    throw refuse(locale, 'taken', { text: code })
  })
  if (known.study !== study) throw refuse(locale, 'elsewhere', { text: code })
  if (known.check !== item.check) throw refuse(locale, 'otherCheck', { text: code, check: known.check })
  const [newest] = await ctx.db.query<Newest>(NEWEST, [known.id])
  if (newest && isSame(known.check, newest, item)) return 'same'
  if (!can(ctx.actor.rules, ruleOf(controlParameter.name, 'revise'))) throw fail('auth.forbidden')
  const first = bodyOf(known.first)
  const isFirst = !newest || (newest.number === 1 && newest.state === 'draft')
  if (!isFirst && !hasSameTarget(first, item.body)) throw refuse(locale, 'otherTarget', { text: code, target: targetOf(first) })
  if (newest?.state === 'draft') {
    const { id, version } = newest
    await ctx.engine.edit(ctx, VERSION, { id, version, body: item.body, ...item.said })
    return 'drafts'
  }
  if (newest && newest.state !== 'active' && newest.state !== 'retired')
    throw refuse(locale, 'openVersion', { text: code, number: newest.number })
  await draft(ctx, known, (newest?.number ?? 0) + 1, item.body, item.said)
  return 'drafts'
}

const FIRST = 'SELECT id, version FROM control_version WHERE parameter = $1 ORDER BY number LIMIT 1'
const takeNew = async (ctx: Ctx, { said, ...item }: Imported, study: number | null): Promise<'added'> => {
  const { id: parameter } = await ctx.engine.add(ctx, controlParameter.name, { ...item, ...(study === null ? {} : { study }) })
  const [version] = await ctx.db.query<{ id: number; version: number }>(FIRST, [parameter])
  const isSaid = said.messageZh ?? said.messageEn ?? (said.autoQuery || said.gates.length > 0)
  if (version && isSaid) await ctx.engine.edit(ctx, VERSION, { ...version, ...said })
  return 'added'
}

export type Taken = { count: number; added: number; drafts: number; same: number }
/** A file of the command: rules that are not there yet, and what it says otherwise of those that are; all of it or nothing. */
export const takeFile = async (ctx: Ctx, file: string, study: number | null): Promise<Taken> => {
  const read = readParameterFile(readJson(file))
  if ('problem' in read) throw refuse(locale, SAID[read.problem], { at: read.at, text: read.text })
  const known = await ctx.db.query<Known>(KNOWN, [read.imported.map(({ code }) => code)])
  const counts = { added: 0, drafts: 0, same: 0 }
  for (const item of read.imported) {
    const own = known.find(({ code }) => code === item.code)
    counts[own ? await takeKnown(ctx, own, item, study) : await takeNew(ctx, item, study)]++
  }
  return { count: read.imported.length, ...counts }
}

const SHOWN = `SELECT v.parameter, ${KEPT} FROM control_version v JOIN control_parameter p ON p.id = v.parameter AND p.number = v.number WHERE p.id = ANY($1::bigint[])`
/** These rules as the command reads them, with what the server does beside. */
export const giveFile = async (ctx: Ctx, rows: readonly Row<typeof controlParameter>[]): Promise<object> => {
  const shown = await ctx.db.query<Kept & { parameter: number }>(SHOWN, [rows.map(({ id }) => id)])
  const kept = new Map(shown.map((one) => [one.parameter, saidBy(one)]))
  const items = rows.map(({ id, code, check, name, nameEn, body }) => ({
    code,
    check,
    name,
    nameEn,
    body: bodyOf(body),
    said: kept.get(id),
  }))
  return { ...printParameterFile(items), ...(await notedOverrides(ctx, rows)) }
}
