import { can, fail, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { proposalOf, signatureOf, topicOf, type Origin, type Proposal, type Proposals } from '#study/parameter/proposal.ts'
import { knowsIdentifying } from '#study/told.ts'
import { controlParameter } from '../../index.ts'
import locale from '../../locale.ts'
import { readAnswer } from '../answer.ts'
import { PACKS, type Pack } from './pack.ts'

type Known = { id: number; code: string; check: string; body: unknown; inSet: boolean }
/** What there is for the study, its own and the library's, as it was last written. */
const KNOWN = `SELECT p.id, p.code, p."check", p.body, p.id = ANY(s.parameters) AS "inSet" FROM control_parameter p JOIN control_set s ON s.id = $1
  WHERE p.deleted_at IS NULL AND (p.study IS NULL OR p.study = s.study) ORDER BY p.id`
/** `in`: the set has it. `known`: there is such a rule, which the set can share. `similar`: the set has the same check on the same columns, with other settings. */
export type Standing = { standing: 'new' | 'in' | 'known' | 'similar'; parameter: number | null; code: string | null }
const standingIn = (known: readonly Known[], { check, body }: Proposal): Standing => {
  const [signature, topic] = [signatureOf(check, body), topicOf(check, body)]
  const same = known.filter((one) => signatureOf(one.check, one.body) === signature)
  const said = (standing: Standing['standing'], one: Known | undefined): Standing => ({
    standing,
    parameter: one?.id ?? null,
    code: one?.code ?? null,
  })
  const own = same.find(({ inSet }) => inSet)
  if (own) return said('in', own)
  if (same.length > 0) return said('known', same[0])
  const similar = known.find((one) => one.inSet && topicOf(one.check, one.body) === topic)
  return similar ? said('similar', similar) : said('new', undefined)
}
const standing = (known: readonly Known[], list: readonly Proposal[]): (Proposal & Standing)[] =>
  list.map((one) => ({ ...one, ...standingIn(known, one) }))
const isProposals = (result: unknown): result is Proposals => typeof result === 'object' && result !== null && 'list' in result

/** Proposals beside what there is by now: what somebody took over a moment ago is there. */
export const readProposals = async (ctx: Ctx, task: number) => {
  const { result, ...rest } = await readAnswer(ctx, 'control.propose', task)
  if (!isProposals(result)) return { ...rest, result: null }
  await ctx.engine.get(ctx, 'control.set', result.wanted.set)
  return { ...rest, result: { ...result, list: standing(await ctx.db.query<Known>(KNOWN, [result.wanted.set]), result.list) } }
}

const LONGEST_CODE = 120
/** No code twice: what is taken already gets a number. */
const codeFor = (taken: ReadonlySet<string>, wanted: string): string => {
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `~${n}`
    const code = `${wanted.slice(0, LONGEST_CODE - end.length)}${end}`
    if (!taken.has(code)) return code
  }
}
const CODES = 'SELECT code FROM control_parameter'
const LONGEST_NAME = 120

type From = { study: number | null; source: Origin; form: number | null; datafile: number | null; rows: number | null }
type Taken = { parameters: number[]; added: number; joined: number }
/** New ones as drafts, called after `prefix`, those that there are as they are. Asked again, nothing is added. */
const takeOver = async (
  ctx: Ctx,
  { source, study, ...from }: From,
  prefix: unknown,
  list: readonly (Proposal & Standing)[],
): Promise<Taken> => {
  if (!can(ctx.actor.rules, ruleOf(controlParameter.name, 'add'))) throw fail('auth.forbidden')
  const taken = new Set((await ctx.db.query<{ code: string }>(CODES)).map(({ code }) => code))
  const parameters: number[] = []
  let [added, joined] = [0, 0]
  for (const { id, check, name, body, standing, parameter, confidence, evidence } of list) {
    if (standing === 'in') continue
    if (parameter !== null && standing === 'known') {
      parameters.push(parameter)
      joined++
      continue
    }
    const code = codeFor(taken, [prefix, body.table, id].filter(Boolean).join('.'))
    taken.add(code)
    const sent = { code, name: name['zh-cn'].slice(0, LONGEST_NAME), nameEn: name.en.slice(0, LONGEST_NAME), check, body }
    const facts = { origin: source, evidence: { ...from, confidence, evidence } }
    const row = await ctx.engine.add(ctx, controlParameter.name, { ...sent, ...(study === null ? {} : { study }) }, facts)
    parameters.push(row.id)
    added++
  }
  return { parameters, added, joined }
}

/** Of what was proposed for a set, these. */
export const adopt = async (ctx: Ctx, task: number, keys: readonly number[]): Promise<Omit<Taken, 'parameters'>> => {
  if (!can(ctx.actor.rules, ruleOf('control.set', 'edit'))) throw fail('auth.forbidden')
  const { result } = await readProposals(ctx, task)
  if (!result) throw refuse(locale, 'noTrial')
  const { study, source, form, datafile, set: id } = result.wanted
  const set = await ctx.engine.get(ctx, 'control.set', id)
  const chosen = result.list.filter(({ key }) => keys.includes(key))
  const { parameters, ...counts } = await takeOver(ctx, { study, source, form, datafile, rows: result.rows }, set['code'], chosen)
  const before: number[] = Array.isArray(set['parameters']) ? set['parameters'].map(Number) : []
  if (parameters.length > 0)
    await ctx.engine.edit(ctx, 'control.set', { id, version: set['version'], parameters: [...new Set([...before, ...parameters])] })
  return counts
}

const OF_STUDY = `SELECT id, code, "check", body, false AS "inSet" FROM control_parameter WHERE deleted_at IS NULL AND (study IS NULL OR study = $1) ORDER BY id`
/** All that a pack says for a study, of those that need no data: the dictionary's, and what a kind of file asks for. */
export const takePack = async (ctx: Ctx, { study, source, code }: { study: number; source: Pack; code: string }): Promise<Taken> => {
  await ctx.engine.get(ctx, 'study.project', study)
  const list = (await PACKS[source](ctx.db, { study, form: null, knows: await knowsIdentifying(ctx, study) })).map((parameter, key) =>
    proposalOf(parameter, key),
  )
  const from = { study, source, form: null, datafile: null, rows: null }
  return takeOver(ctx, from, code, standing(await ctx.db.query<Known>(OF_STUDY, [study]), list))
}
