import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTables } from '#server/db/copy-tables.ts'
import type { Tools } from '#server/task/tools.ts'
import { hospitalNow } from '#server/zone.ts'
import { leavingSql } from '#study/record/snapshot.ts'
import type { Applying, FormTable } from '#study/release/apply.ts'
import { neededForms, type Offer } from '#study/release/offered.ts'
import { stageSource, withWorkspace } from '#study/run/judge.ts'
import { formSource } from '#study/run/source.ts'
import type { Wanted } from './asked.ts'

type Work = { tools: Tools; offer: Offer; wanted: Wanted; key: Buffer; signal: AbortSignal; log(line: string): void }

/** The study's records of one moment in a workspace of the engine, ready for the plan. Only a worker loads this file. */
export const withRecords = async <T>(
  { tools, offer, wanted, key, signal, log }: Work,
  work: (applying: Applying, folder: string) => Promise<T>,
): Promise<T> => {
  const parent = join(tools.config.DATA_DIR, 'work')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'release-'))
  try {
    const forms = neededForms(offer, wanted.plan, wanted.cohort)
    const sources = forms.map((form) => formSource(form, join(folder, `form${form.id}.csv`)))
    await copyTables(
      tools.database,
      forms.map((form) => ({ file: join(folder, `form${form.id}.csv`), text: leavingSql(form) })),
      signal,
    )
    return await withWorkspace(folder, [], signal, async (db) => {
      const tables: FormTable[] = []
      for (const [i, source] of sources.entries()) {
        const table = await stageSource(db, folder, source)
        tables.push({ id: forms[i]?.id ?? 0, code: source.name, table })
        log(`${source.name}: ${table.rows} × ${table.columns.length}`)
      }
      const cohort = wanted.cohort && wanted.cohortForm ? { form: wanted.cohortForm, expression: wanted.cohort } : null
      return work({ db, tables, offered: offer.variables, cohort, plan: wanted.plan, key, now: hospitalNow() }, folder)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
