import { readFile, stat } from 'node:fs/promises'
import * as z from 'zod'
import { languageOf, type Language, type Words } from '#kernel'
import type { Ctx } from '#server'
import type { Db } from '#server/db/database.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { MAX_FILE_BYTES } from '#server/message/deliver.ts'
import { post } from '#server/message/send-task.ts'
import { hasMailServer } from '#server/message/setting.ts'
import { readSite, siteAddress } from '#server/site.ts'
import { defineTask } from '#server/task/definition.ts'
import type { Tools } from '#server/task/tools.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { ReportLanguage } from '#qc/report/model.ts'
import { reportIn } from '#qc/report/render.ts'
import { verdictOf } from '#qc/verdict.ts'
import { qcRun } from '../../index.ts'
import { modelOf } from '../insight/model.ts'
import { runOf, type Run } from '../insight/run.ts'
import { NO_SERVER, type Mailed } from './kept.ts'
import { recipientsOf } from './recipient.ts'
import { failureMail, reportMail, type Facts } from './text.ts'

const ROLES = `SELECT s.mail_to AS roles FROM qc_run r JOIN control_set s ON s.id = r."set"
  WHERE r.id = $1 AND r.trigger = 'schedule' AND r.study IS NOT NULL AND r.mailed IS NULL AND cardinality(s.mail_to) > 0`
const rolesOf = async ({ db }: Ctx, run: number): Promise<readonly string[]> =>
  (await db.query<{ roles: string[] }>(ROLES, [run]))[0]?.roles ?? []

const SILENT: Words = {
  'zh-cn': '报告没有邮寄：没有可用的邮件服务器，请在“邮件配置”中填写并启用',
  en: 'The report was not mailed: no mail server is set up and enabled, see “Mail configuration”',
}

const reason = z.object({ 'zh-cn': z.string(), en: z.string() })
const STUDY = 'SELECT code, title, title_en AS "titleEn" FROM study_project WHERE id = $1'
type Study = { code: string; title: string; titleEn: string | null }
const factsOf = async (ctx: Ctx, run: Run): Promise<Facts> => {
  const [study] = await ctx.db.query<Study>(STUDY, [run.study])
  const { siteName: site } = await readSite(ctx.db)
  const { sentence } = verdictOf((await modelOf({ ctx, run }))?.run?.results ?? [])
  const { title = '', titleEn, code = '' } = study ?? {}
  return {
    study: { 'zh-cn': title, en: titleEn || title },
    code,
    score: run.score,
    verdict: { 'zh-cn': sentence.zh, en: sentence.en },
    appeared: run.appeared ?? 0,
    reopened: run.reopened ?? 0,
    resolved: run.resolved ?? 0,
    link: `${await siteAddress(ctx.db)}/admin/qc/run/${run.id}`,
    site,
    why: reason.safeParse(run.error).data ?? null,
  }
}

/** The report as somebody of that language opens it; the second language is kept when the first reader asks for it. */
const reportsOf = (tx: Db, { store }: Tools, report: string) => {
  const kept = new Map<ReportLanguage, string>([['zh', report]])
  return async (language: Language): Promise<string> => {
    const speaks = language === 'en' ? 'en' : 'zh'
    const found = kept.get(speaks)
    if (found !== undefined) return found
    const text = reportIn(await readFile(store.pathOf(report), 'utf8'), speaks)
    const sha256 = await keepFile(tx, store, await store.stage(), text)
    kept.set(speaks, sha256)
    return sha256
  }
}

const saidOf = ({ outbox, noFile, noAddress, noRight }: Mailed): Words => ({
  'zh-cn': `交给发件箱 ${outbox.length} 封，其中 ${noFile} 封不带报告；没有邮箱 ${noAddress} 人，无权查看 ${noRight} 人`,
  en: `Mails handed to the outbox: ${outbox.length}, without the report: ${noFile}; people without an address: ${noAddress}, without the right: ${noRight}`,
})

/** The report of a scheduled run, or that there is none, to those whom its set names. Mails and what is kept of them are one transaction: nobody gets a second one. */
export const mailing = defineTask({
  kind: 'qc.mail',
  lane: 'light',
  title: { 'zh-cn': '邮寄质控报告', en: 'Mail the QC report' },
  words: { mail: { 'zh-cn': '写邮件', en: 'Write the mails' } },
  isPrelude: true,
  says: { mails: { 'zh-cn': '邮件数', en: 'Mails' } },
  input: z.object({ run: z.number() }),
  steps: (none) =>
    none.commit('mail', async ({ input, tools, log }, tx, ctx) => {
      const roles = await rolesOf(ctx, input.run)
      if (roles.length === 0) return { mails: 0 }
      const run = await runOf(ctx, input.run)
      // Somebody let it go on meanwhile: its end will ask again.
      if (run.state !== 'done' && run.state !== 'failed') return { mails: 0 }
      const size = run.report === null ? 0 : (await stat(tools.store.pathOf(run.report))).size
      const fits = run.report !== null && size <= MAX_FILE_BYTES
      const facts = await factsOf(ctx, run)
      const reports = reportsOf(tx, tools, run.report ?? '')
      const { list, noAddress, noRight } = await recipientsOf(ctx.db, run, roles)
      const kept: Mailed = { hasServer: true, outbox: [], noFile: 0, noAddress, noRight }
      for (const { to, language, reads } of list) {
        const door = reads === 'file' && !fits && run.state === 'done' ? 'large' : reads
        const speaks = languageOf(language)
        const file = door === 'file' && fits ? { file: { name: `${run.title}.html`, sha256: await reports(speaks), size } } : {}
        const mail = (run.state === 'failed' ? failureMail : reportMail)(facts, door, speaks)
        kept.outbox.push(await post(ctx, 'qc_report', { channel: 'mail', to, ...mail, template: null, ...file }))
        if (!('file' in file)) kept.noFile++
      }
      await ctx.engine.edit(ctx, qcRun.name, { id: run.id }, { mailed: kept })
      log(saidOf(kept))
      return { mails: kept.outbox.length }
    }),
})

/** At the end of a run, in its transaction. Answers what the log is to say. */
export const askMail = async (ctx: Ctx, run: number): Promise<Words[]> => {
  if ((await rolesOf(ctx, run)).length === 0) return []
  if (await hasMailServer(ctx.db)) {
    await enqueue(ctx.db, mailing, { run }, { subject: { resource: qcRun.name, record: run } })
    return []
  }
  await ctx.engine.edit(ctx, qcRun.name, { id: run }, { mailed: NO_SERVER })
  return [SILENT]
}
