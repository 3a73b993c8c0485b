import { can, fail, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { recordHourly } from '#server/audit/hourly.ts'
import { adminId } from '#server/model/actor.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { READS_DATA, signatureOf, topicOf, type Origin, type Proposal, type Proposals } from '#study/parameter/proposal.ts'
import { reachIn } from '#study/team.ts'
import { controlParameter } from '../../index.ts'
import locale from '../../locale.ts'
import { readAnswer } from '../answer.ts'
import { proposing } from './task.ts'

type Asked = { set: number; source: Origin; form: number | null; datafile: number | null }
const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Under the scope of whoever asks: nothing is proposed from data that somebody does not see. */
export const askProposals = async (ctx: Ctx, { set, source, form, datafile }: Asked): Promise<{ task: number | undefined }> => {
  const row = await ctx.engine.get(ctx, 'control.set', set)
  const study = idIn(row['study'])
  const readsData = READS_DATA.includes(source)
  if (source === 'dictionary' && study === null) throw refuse(locale, 'noStudy')
  if (readsData && form === null && datafile === null) throw refuse(locale, 'proposeFromNothing')
  const one = form === null ? null : await ctx.engine.get(ctx, 'study.form', form)
  if (one && one['study'] !== study) throw refuse(locale, 'otherStudy', { name: String(one['name']) })
  if (datafile !== null) {
    const file = await ctx.engine.get(ctx, 'datafile', datafile)
    const event = { action: 'readFile', resource: 'datafile', recordId: datafile, label: String(file['name']), changes: {} }
    await recordHourly(ctx.engine.database, ctx, event)
  }
  const reach = study === null ? 'all' : await reachIn(ctx.db, ctx.actor, study)
  const departments = reach === 'all' ? reach : [...reach]
  const owner = { kind: ctx.actor.kind, id: adminId(ctx.actor), departmentId: ctx.actor.departmentId }
  const about = { title: String(row['name']), owner, subject: { resource: 'control.set', record: set }, priority: 10 }
  return { task: await enqueue(ctx.db, proposing, { set, study, source, form, datafile, departments }, about) }
}

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
const isProposals = (result: unknown): result is Proposals => typeof result === 'object' && result !== null && 'list' in result

/** Proposals beside what there is by now: what somebody took over a moment ago is there. */
export const readProposals = async (ctx: Ctx, task: number) => {
  const { result, ...rest } = await readAnswer(ctx, 'control.propose', task)
  if (!isProposals(result)) return { ...rest, result: null }
  await ctx.engine.get(ctx, 'control.set', result.wanted.set)
  const known = await ctx.db.query<Known>(KNOWN, [result.wanted.set])
  return { ...rest, result: { ...result, list: result.list.map((one) => ({ ...one, ...standingIn(known, one) })) } }
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

/** These proposals into their set: new ones as drafts, those that there are as they are. Asked again, nothing is added. */
export const adopt = async (ctx: Ctx, task: number, keys: readonly number[]): Promise<{ added: number; joined: number }> => {
  if (!can(ctx.actor.rules, ruleOf(controlParameter.name, 'add')) || !can(ctx.actor.rules, ruleOf('control.set', 'edit')))
    throw fail('auth.forbidden')
  const { result } = await readProposals(ctx, task)
  if (!result) throw refuse(locale, 'noTrial')
  const { wanted } = result
  const { departments: _, ...from } = wanted
  const set = await ctx.engine.get(ctx, 'control.set', wanted.set)
  const taken = new Set((await ctx.db.query<{ code: string }>(CODES)).map(({ code }) => code))
  const parameters: number[] = Array.isArray(set['parameters']) ? set['parameters'].map(Number) : []
  let [added, joined] = [0, 0]
  for (const { key, id, check, name, body, standing, parameter, confidence, evidence } of result.list) {
    if (!keys.includes(key) || standing === 'in') continue
    if (parameter !== null && standing === 'known') {
      parameters.push(parameter)
      joined++
      continue
    }
    const code = codeFor(taken, [set['code'], body.table, id].filter(Boolean).join('.'))
    taken.add(code)
    const sent = { code, name: name['zh-cn'].slice(0, LONGEST_NAME), nameEn: name.en.slice(0, LONGEST_NAME), check, body }
    const facts = { origin: wanted.source, evidence: { ...from, confidence, evidence, rows: result.rows } }
    const row = await ctx.engine.add(
      ctx,
      controlParameter.name,
      { ...sent, ...(wanted.study === null ? {} : { study: wanted.study }) },
      facts,
    )
    parameters.push(row.id)
    added++
  }
  if (added + joined > 0)
    await ctx.engine.edit(ctx, 'control.set', { id: wanted.set, version: set['version'], parameters: [...new Set(parameters)] })
  return { added, joined }
}
