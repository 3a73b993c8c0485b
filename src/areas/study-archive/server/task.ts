import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { FRAME } from '#server/audit/seal.ts'
import { readByCursor } from '#server/db/cursor.ts'
import { LIMITS } from '#server/db/limits.ts'
import { zipped } from '#server/excel/zip.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { Tools } from '#server/task/tools.ts'
import { archiveOf } from '#study/archive/package.ts'
import type { Archiving } from '#study/archive/package.ts'
import { loadContent } from '#study/dictionary/load.ts'
import type { GivenStudy, GivenVisit } from '#study/exchange/odm/give.ts'
import { STORED_FORMS } from '#study/lock/stored.ts'
import type { FormTable } from '#study/lock/stored.ts'
import { studyArchive } from '../index.ts'
import locale from '../locale.ts'

type Asked = { study: number; state: string; signed: string | null }
const ASKED = `SELECT a.study, a.state, (SELECT hash FROM study_signature WHERE study = a.study AND scope = 'study' AND state = 'signed' ORDER BY id DESC LIMIT 1) AS signed
  FROM study_archive a WHERE a.id = $1`
const STUDY = `SELECT id, code, title, title_en AS "titleEn", coalesce(remark, '') AS remark FROM study_project WHERE id = $1`
const VISITS = `SELECT code, name, name_en AS "nameEn", is_planned AS "isPlanned", day, coalesce(before, 0) AS before, coalesce(after, 0) AS after
  FROM study_visit WHERE study = $1 AND deleted_at IS NULL ORDER BY day NULLS LAST, id`
const DICTIONARIES = `SELECT id, number FROM study_dictionary WHERE study = $1 AND state <> 'draft' ORDER BY number`
/** The last report of each set over the whole study. */
const REPORTS = `SELECT DISTINCT ON (r."set") r.id, s.code, r.report FROM qc_run r JOIN control_set s ON s.id = r."set"
  WHERE r.study = $1 AND r.form IS NULL AND r.datafile IS NULL AND r.asked IS NULL AND r.state = 'done' AND r.report IS NOT NULL ORDER BY r."set", r.id DESC`
type Head = Pick<GivenStudy, 'code' | 'title' | 'titleEn' | 'remark'> & { id: number }

const archivingOf = async ({ database, store }: Tools, study: number, signal: AbortSignal): Promise<Archiving> => {
  const [head] = await database.query<Head>(STUDY, [study])
  if (!head) throw new Hopeless({ 'zh-cn': '研究已不存在', en: 'The study is gone' })
  const versions = await database.query<{ id: number; number: number }>(DICTIONARIES, [study])
  const dictionaries: Archiving['dictionaries'][number][] = []
  for (const { id, number } of versions) dictionaries.push({ number, content: await loadContent(database, id) })
  const last = dictionaries.at(-1)
  const content = last?.content ?? { forms: [], codelists: [], variables: [] }
  const reports = await database.query<{ id: number; code: string; report: string }>(REPORTS, [study])
  return {
    study: { ...head, number: last?.number ?? 0, visits: await database.query<GivenVisit>(VISITS, [study]), content },
    forms: await database.query<FormTable>(STORED_FORMS, [study]),
    dictionaries,
    reports: reports.map(({ id, code, report }) => ({ name: `quality/${code}-${id}.html`, text: createReadStream(store.pathOf(report)) })),
    madeAt: new Date().toISOString(),
    frame: FRAME,
    read: (text, values) => readByCursor(database, { text, values: [...values] }, LIMITS.task, signal),
  }
}

/** The file is kept and the archive says so together, or neither. */
export const archiving = defineTask({
  kind: 'study.archive',
  lane: 'heavy',
  title: { 'zh-cn': '生成研究归档', en: 'Make the archive of a study' },
  words: { pack: { 'zh-cn': '写出全部内容', en: 'Write everything out' }, keep: { 'zh-cn': '登记', en: 'Write it down' } },
  says: { archive: { 'zh-cn': '归档', en: 'Archive', of: 'study.archive' } },
  input: z.object({ archive: z.number() }),
  // Run again, it is made after all.
  ended: async (ctx, { input }) => {
    const [asked] = await ctx.db.query<Asked>(ASKED, [input.archive])
    if (asked?.state === 'making') await ctx.engine.move(ctx, studyArchive.name, { id: input.archive, to: 'failed' })
  },
  steps: (none) =>
    none
      .step('pack', async ({ input, tools, signal, effect }) => {
        const [asked] = await tools.database.query<Asked>(ASKED, [input.archive])
        if (!asked) throw new Hopeless({ 'zh-cn': '归档已不存在', en: 'The archive is gone' })
        const { parts, told } = archiveOf(await archivingOf(tools, asked.study, signal))
        const staged = await tools.store.stage()
        await pipeline(zipped(parts), createWriteStream(staged, { mode: 0o600 }), { signal })
        const { content, files } = told()
        // What is kept for good is what somebody answers for.
        if (content.hash !== asked.signed) throw refuse(locale, 'changed')
        const { size } = await stat(staged)
        const sha256 = await effect((tx) => keepFile(tx, tools.store, staged))
        return { sha256, size, files, hash: content.hash, records: content.records }
      })
      .commit('keep', async ({ input, done: { pack: facts }, log }, tx, ctx) => {
        const [asked] = await tx.query<Asked>(ASKED, [input.archive])
        log(`${facts.files.length} · ${facts.sha256}`)
        if (asked?.state === 'making' || asked?.state === 'failed')
          await ctx.engine.move(ctx, studyArchive.name, { id: input.archive, to: 'ready' }, { ...facts, madeAt: new Date().toISOString() })
        return { records: facts.records, size: facts.size }
      }),
})

/** In the transaction of whoever archives the study. */
export const askArchive = async (ctx: Ctx, row: { id: number; title: string | null }): Promise<void> => {
  const owner = ctx.actor.kind === 'admin' ? { kind: ctx.actor.kind, id: ctx.actor.id, departmentId: ctx.actor.departmentId } : undefined
  const subject = { resource: studyArchive.name, record: row.id }
  const task = await enqueue(ctx.db, archiving, { archive: row.id }, { title: row.title ?? '', subject, ...(owner ? { owner } : {}) })
  await ctx.engine.edit(ctx, studyArchive.name, { id: row.id }, { task })
}
