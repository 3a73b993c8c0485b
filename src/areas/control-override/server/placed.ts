import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { hospitalDay } from '#server/zone.ts'
import type { Lineage } from '#study/parameter/body.ts'
import { bodyOf } from '#study/parameter/body.ts'
import { isJudgedApart, overrideProblems, saysMore } from '#study/parameter/override.ts'
import { reaches } from '#study/team.ts'
import locale from '../locale.ts'

type Asked = {
  study: number
  parameter: number
  at?: string | null
  department?: number | null
  gather?: number | null
  mode?: string | null
  body?: unknown
  until: string
}

const ACTIVE = `SELECT body FROM control_version WHERE parameter = $1 AND state = 'active'`
const SAME = `SELECT until::text FROM control_override WHERE parameter = $1 AND study = $2 AND department IS NOT DISTINCT FROM $3::bigint
  AND gather IS NOT DISTINCT FROM $4::bigint AND state IN ('requested', 'active') AND until >= $5::date AND id <> $6 LIMIT 1`

/** The site or the gather project, under the scope of whoever asks, and what it is called. */
const placeOf = async (ctx: Ctx, { study, at, department, gather }: Asked): Promise<string> => {
  if (at === 'gather') {
    const project = await ctx.engine.get(ctx, 'gather.project', gather ?? 0)
    const name = String(project['name'])
    if (project['study'] !== study) throw refuse(locale, 'otherStudy', { name })
    return name
  }
  const name = String((await ctx.engine.get(ctx, 'department', department ?? 0))['name'])
  if (!(await reaches(ctx.db, ctx.actor, study, [department ?? 0]))) throw refuse(locale, 'beyond', { name })
  return name
}

const refuseUnfit = ({ language }: Ctx, rule: Lineage, inForce: unknown, { mode, body }: Asked): void => {
  if (!isJudgedApart(rule.check)) throw refuse(locale, 'wholeTable', { name: rule.name })
  if (mode === 'off') return
  if (Object.keys(bodyOf(body)).length === 0) throw refuse(locale, 'nothing')
  if (saysMore(body)) throw refuse(locale, 'onlySettings')
  const [problem] = overrideProblems(rule, inForce, body)
  if (problem) throw refuse(locale, 'wrong', { text: `${problem.path}: ${problem.words[language]}` })
}

/** What an override is called; refused where it is about nothing that could differ there. `own`: itself is no other. */
export const placed = async (ctx: Ctx, asked: Asked, own = 0): Promise<{ title: string; check: string; body: unknown }> => {
  const { study, parameter, mode, body, until } = asked
  const row = await ctx.engine.get(ctx, 'control.parameter', parameter)
  const rule: Lineage = { code: String(row['code']), check: String(row['check']), name: String(row['name']), nameEn: String(row['nameEn']) }
  if (row['study'] !== null && row['study'] !== study) throw refuse(locale, 'otherStudy', { name: rule.name })
  const [version] = await ctx.db.query<{ body: unknown }>(ACTIVE, [parameter])
  if (!version) throw refuse(locale, 'notActive', { name: rule.name })
  refuseUnfit(ctx, rule, version.body, asked)
  const today = hospitalDay(ctx.at)
  if (until < today) throw refuse(locale, 'past', { day: until })
  const name = await placeOf(ctx, asked)
  const [department, gather] = asked.at === 'gather' ? [null, asked.gather ?? null] : [asked.department ?? null, null]
  const [same] = await ctx.db.query<{ until: string }>(SAME, [parameter, study, department, gather, today, own])
  if (same) throw refuse(locale, 'twice', { name: rule.name, until: same.until })
  return { title: `${rule.code} · ${name}`, check: rule.check, body: mode === 'off' ? null : bodyOf(body) }
}
