import * as z from 'zod'
import type { Ctx } from '#server'
import type { Db } from '#server/db/database.ts'
import type { Blocker } from '#server/model/approval.ts'
import { beforeGates } from '#study/closing.ts'
import { isOlder, type Read } from '#study/run/fresh.ts'
import { hospitalDay } from '#server/zone.ts'
import { overridesOf } from '#study/parameter/override.ts'
import { parametersOf } from '#study/parameter/in-force.ts'

type Last = { id: number; finishedAt: string; snapshots: unknown; versions: unknown }
const LAST = `SELECT id, finished_at AS "finishedAt", snapshots, versions FROM qc_run WHERE "set" = $1 AND study = $2 AND form IS NULL AND asked IS NULL
  AND state = 'done' ORDER BY id DESC LIMIT 1`
const read = z.object({
  dictionary: z.number(),
  moment: z.string(),
  forms: z.array(z.object({ place: z.string(), rows: z.number() })),
})
const held = z.array(z.object({ id: z.number(), version: z.number() }))
const versions = z.array(z.object({ version: z.number(), overrides: held.optional() }))
const named = ({ id, version }: { id: number; version: number }): string => `${id} ${version}`

/** Whether the last run of the set saw the data as they are, and judged them by the rules that are in force. */
const isFresh = async (db: Db, study: number, set: number): Promise<boolean> => {
  const [last] = await db.query<Last>(LAST, [set, study])
  const seen = read.safeParse(last?.snapshots).data
  if (!last || !seen) return false
  const by = versions.safeParse(last.versions).data ?? []
  const judgedBy = new Set(by.map(({ version }) => version))
  const rules = await parametersOf(db, set, study)
  // A rule that was taken out since says nothing against what the run proved by the others.
  if (rules.some(({ version }) => !judgedBy.has(version))) return false
  const still = new Set(rules.map(({ version }) => version))
  const differed = by.flatMap(({ version, overrides = [] }) => (still.has(version) ? overrides.map(named) : [])).toSorted()
  const differs = (await overridesOf(db, study, rules, hospitalDay())).map(named).toSorted()
  if (differed.join() !== differs.join()) return false
  const before: Read = { ...seen, finishedAt: last.finishedAt }
  return !(await isOlder(db, study, before))
}

type Named = { id: number; name: string; nameEn: string }
/** Sets of the study that have something in force, without a run over the whole of it under way. */
const SETS = `SELECT s.id, s.name, s.name_en AS "nameEn" FROM control_set s WHERE s.study = $1 AND s.status AND s.deleted_at IS NULL
  AND EXISTS (SELECT 1 FROM control_version v WHERE v.parameter = ANY(s.parameters) AND v.state = 'active')
  AND NOT EXISTS (SELECT 1 FROM qc_run r WHERE r."set" = s.id AND r.study = $1 AND r.form IS NULL AND r.asked IS NULL AND r.state IN ('waiting', 'running'))
  ORDER BY s.id`

/** For `holdsBack`: a study is frozen, and locked, with a run of each of its sets that is not older than its data and rules: a rule may come into force under a freeze. The blocker starts it. */
export const notJudged = async (ctx: Ctx, step: { resource: string; record: number; gate: string }): Promise<Blocker[]> => {
  if (!beforeGates(step)) return []
  const blockers: Blocker[] = []
  for (const { id, name, nameEn } of await ctx.db.query<Named>(SETS, [step.record])) {
    if (await isFresh(ctx.db, step.record, id)) continue
    blockers.push({
      words: {
        'zh-cn': `参数集“${name}”还没有检查过现在的数据`,
        en: `The control set “${nameEn}” has not been run over the data as they are now`,
      },
      address: `/admin/study/project/${step.record}`,
      start: { resource: 'qc.run', action: 'gate', input: { study: step.record, set: id } },
    })
  }
  return blockers
}
