import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { filled, refuse } from '#kernel'
import type { Language } from '#kernel'
import type { Ctx } from '#server'
import type { Db } from '#server/db/database.ts'
import { adminId } from '#server/model/actor.ts'
import { defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { Tools } from '#server/task/tools.ts'
import { refuseLocked } from '#study/lock/said.ts'
import type { Source } from '#study/run/source.ts'
import locale, { ONE_BY_ONE } from '../../locale.ts'
import { addBrought, bring, copyKnown, holdLedger } from '../ledger.ts'
import { withFile } from '../sources.ts'
import { readMass, type Mass } from './one.ts'

/** Somebody who has asked about it, or accepted it, has decided about all of it. */
const UNDECIDED: ReadonlySet<string> = new Set(['new', 'reopened', 'fixing'])
const entrable = (mass: Mass | undefined): Mass & { violations: string; told: NonNullable<Mass['told']> } => {
  if (!mass) throw refuse(locale, 'noMass')
  const { violations, told } = mass
  if (!UNDECIDED.has(mass.state)) throw refuse(locale, 'massDecided')
  if (violations === null || told === null) throw refuse(locale, 'massGone')
  return { ...mass, violations, told }
}

const PARTS = `SELECT code, severity FROM qc_result WHERE run = $1 AND parameter = $2`
const LEAVE = `WITH left_to AS (UPDATE finding SET state = 'resolved', cause = NULL, reason = $3, accepted_until = NULL, version = version + 1, updated_at = now()
    WHERE id = $1 AND state = $2 RETURNING id, value)
  INSERT INTO finding_event (finding, "from", "to", cause, value, "by", reason) SELECT id, $2, 'resolved', 'person', value, $4, $3 FROM left_to RETURNING id`
const ASKER = { kind: 'admin' } as const
const COUNT = 'SELECT count(*)::int AS n FROM entry WHERE "from" IS NULL'

/** All that a finding stands for, as findings of the run that found it; then there is nothing left for it to stand for. */
const enterSingles = async (
  { store, config }: Tools,
  tx: Db,
  { id, by, language, reasonOf }: { id: number; by: number | null; language: Language; reasonOf: (count: number) => string },
  signal: AbortSignal,
): Promise<number> => {
  const before = entrable(await readMass(tx, id))
  // Asked for by a person some time ago: a lock may have come since, and from here on it waits.
  await refuseLocked({ actor: ASKER, db: tx, language }, { ...before, record: null, subject: null })
  await holdLedger(tx, before.whole)
  // A run may have had its turn first.
  const mass = entrable(await readMass(tx, id))
  const { study, datafile, form, parameter, run, told, cover, whole, severity } = mass
  const { enterRun } = await import('#study/run/enter.ts')
  const parts = await tx.query<{ code: string; severity: string }>(PARTS, [run, parameter])
  let count = 0
  const folder = join(config.DATA_DIR, 'work', `mass-${id}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const entered = (file?: Source) =>
    enterRun({
      folder,
      signal,
      violations: store.pathOf(mass.violations),
      covered: [{ lineage: cover, isNewRule: false }],
      judged: told,
      severities: {
        parts: new Map(parts.map((part) => [part.code, part.severity])),
        lineages: new Map(severity === null ? [] : [[String(parameter), severity]]),
      },
      whole,
      ...(file ? { file } : {}),
      known: (path) => copyKnown(tx, { datafile, study, forms: form === null ? [] : [form], parameters: [parameter] }, path),
      apply: async (path) => {
        if ((await bring(tx, path)) === 0) return
        // What has a finding of its own was compared by the runs since: only what has none is taken from here.
        await addBrought(tx, { run, study, datafile })
        count = (await tx.query<{ n: number }>(COUNT))[0]?.n ?? 0
      },
    })
  try {
    if (mass.file) await withFile(folder, store.pathOf(mass.file.sha256), { kind: 'file', ...mass.file, secret: [] }, entered)
    else await entered()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Somebody who decided meanwhile has decided.
  if ((await tx.query(LEAVE, [id, mass.state, reasonOf(count), by])).length === 0) throw refuse(locale, 'massDecided')
  return count
}

export const entering = defineTask({
  kind: 'qc.singles',
  lane: 'heavy',
  title: { 'zh-cn': '逐条登记问题', en: 'Enter findings one by one' },
  words: { enter: { 'zh-cn': '登记', en: 'Enter' } },
  input: z.object({ finding: z.number(), by: z.number().nullable(), language: z.enum(['zh-cn', 'en']) }),
  steps: (none) =>
    none.commit('enter', async ({ input: { finding, by, language }, tools, signal, log }, tx) => {
      const reasonOf = (count: number): string => filled(ONE_BY_ONE, { count })[language]
      const count = await enterSingles(tools, tx, { id: finding, by, language, reasonOf }, signal)
      log(filled(ONE_BY_ONE, { count }))
      return { count }
    }),
})

/** Under the scope of whoever asks; one at a time for a finding. */
export const askSingles = async (ctx: Ctx, finding: number): Promise<{ task: number | undefined }> => {
  const { name, _labels } = await ctx.engine.get(ctx, 'finding', finding)
  entrable(await readMass(ctx.db, finding))
  const labels: Record<string, unknown> = typeof _labels === 'object' && _labels !== null ? { ..._labels } : {}
  const by = adminId(ctx.actor)
  const owner = { kind: ctx.actor.kind, id: by, departmentId: ctx.actor.departmentId }
  const about = { title: String(labels['parameter'] ?? name), owner, subject: { resource: 'finding', record: finding } }
  const task = await enqueue(ctx.db, entering, { finding, by, language: ctx.language }, { ...about, dedupeKey: `qc.singles ${finding}` })
  if (task === undefined) throw refuse(locale, 'massAtWork')
  return { task }
}
