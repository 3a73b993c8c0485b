import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { writeWorkbook } from '#server/excel/writer.ts'
import { zipped } from '#server/excel/zip.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { keyName, offerIn, readWanted } from './asked.ts'

type Asked = {
  id: number
  code: string
  title: string
  purpose: string
  study: number
  studyCode: string
  state: string
  cohortForm: number | null
  cohort: string | null
  plan: unknown
  validUntil: string
  approvedBy: string | null
  approvedAt: string | null
}
const ASKED = `SELECT a.id, a.code, a.title, a.purpose, a.study, s.code AS "studyCode", a.state, a.cohort_form AS "cohortForm", a.cohort, a.plan,
  a.valid_until::text AS "validUntil", b.nickname AS "approvedBy", a.approved_at AS "approvedAt" FROM analysis_project a
  JOIN study_project s ON s.id = a.study LEFT JOIN auth_admin b ON b.id = a.approved_by WHERE a.id = $1`
/** The key is made once: whoever the package is made for again finds the same pseudonyms. */
const ensureKey = async (ctx: Ctx, id: number): Promise<void> => {
  const { vault } = ctx.services
  if (!(await vault.get(ctx.db, keyName(id)))) await vault.put(ctx.db, keyName(id), randomBytes(32).toString('hex'))
}

async function* members(files: readonly { name: string; path: string }[]) {
  for (const { name, path } of files) yield { name, text: createReadStream(path) }
}

/** An approved request becomes a package; the package and the new state are there together or not at all. */
export const releasing = defineTask({
  kind: 'analysis.release',
  lane: 'heavy',
  title: { 'zh-cn': '生成数据包', en: 'Make a data package' },
  words: {
    begin: { 'zh-cn': '取申请与密钥', en: 'Take the request and the key' },
    pack: { 'zh-cn': '快照、去标识、打包', en: 'Snapshot, de-identify, pack' },
    finish: { 'zh-cn': '登记', en: 'Write it down' },
  },
  says: {
    project: { 'zh-cn': '分析项目', en: 'Analysis project', of: 'analysis.project' },
    subjects: { 'zh-cn': '受试者数', en: 'Subjects' },
  },
  input: z.object({ project: z.number() }),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx, ctx) => {
        const [asked] = await tx.query<Asked>(ASKED, [input.project])
        if (!asked) throw new Hopeless({ 'zh-cn': '申请已不存在', en: 'The request is gone' })
        if (asked.state !== 'approved') throw refuse(locale, 'notApproved')
        await ensureKey({ ...ctx, db: tx }, asked.id)
        return asked
      })
      .step('pack', async ({ done: { begin: asked }, tools, signal, log, progress, effect }) => {
        const { withRecords } = await import('./workspace.ts')
        const { pack } = await import('#study/release/package.ts')
        const { qualityOf, withdrawnIn } = await import('#study/release/quality.ts')
        const { ENGINE_VERSION } = await import('#qc')
        const { vault } = tools.system.services
        const key = await vault.get(tools.database, keyName(asked.id))
        if (!key) throw new Hopeless({ 'zh-cn': '假名密钥已不存在', en: 'The key of the pseudonyms is gone' })
        const offer = await offerIn(tools.database, asked.study)
        const wanted = readWanted(offer, asked, 'zh-cn')
        const { code, title, purpose, validUntil, approvedBy, approvedAt } = asked
        const project = { code, title, purpose, validUntil, approvedBy, approvedAt }
        const madeAt = new Date().toISOString()
        const withdrawnSubjects = await withdrawnIn(tools.database, asked.study)
        const about = { project, study: asked.studyCode, dictionary: offer.dictionary, engine: ENGINE_VERSION, madeAt, withdrawnSubjects }
        return withRecords({ tools, offer, wanted, key: Buffer.from(key, 'hex'), signal, log }, async (applying, folder) => {
          progress(0.4)
          const forms = applying.tables.map(({ id }) => id)
          const quality = await qualityOf(tools.database, asked.study, forms)
          const packed = await pack(applying, about, { folder, workbook: writeWorkbook, quality })
          if (!packed) throw refuse(locale, 'tooFew')
          progress(0.8)
          const staged = await tools.store.stage()
          await pipeline(zipped(members(packed.files)), createWriteStream(staged, { mode: 0o600 }))
          const { size } = await stat(staged)
          const sha256 = await effect((tx) => keepFile(tx, tools.store, staged))
          const { evidence, look, subjects, rows } = packed
          return { sha256, size, evidence, look, subjects, rows }
        })
      })
      .commit('finish', async ({ input, done: { pack: facts } }, _, ctx) => {
        const releasedAt = new Date().toISOString()
        await ctx.engine.move(ctx, analysisProject.name, { id: input.project, to: 'released' }, { ...facts, releasedAt })
        return { subjects: facts.subjects, rows: facts.rows }
      }),
})

export const askRelease = async (ctx: Ctx, row: { id: number; title: string }): Promise<number | undefined> => {
  const owner = { kind: ctx.actor.kind, id: ctx.actor.id || null, departmentId: ctx.actor.departmentId }
  const subject = { resource: analysisProject.name, record: row.id }
  return enqueue(ctx.db, releasing, { project: row.id }, { title: row.title, owner, subject, dedupeKey: `${row.id}` })
}
