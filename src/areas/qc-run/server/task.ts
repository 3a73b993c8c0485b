import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { qcRun } from '../index.ts'
import { keepFile } from './keep-file.ts'
import { enter } from './ledger.ts'
import { engineParameter, parametersOf } from './parameters.ts'
import { writeResults } from './results.ts'

type Asked = { id: number; state: string; datafile: number; set: number; study: number | null; sha256: string; name: string }
const ASKED = `SELECT r.id, r.state, r.datafile, r."set", r.study, v.sha256, v.name FROM qc_run r JOIN datafile_version v ON v.id = r.file_version WHERE r.id = $1`

/** A name from outside never becomes part of a path; its endings do: among texts, which carry no mark, they decide. */
const endingsOf = (name: string): string => /(?:\.[A-Za-z0-9]{1,10}){0,2}$/.exec(name)?.[0] ?? ''

/** The stored bytes under a name that readers understand, in a folder that is gone afterwards. */
const withFile = async <T>(folder: string, stored: string, name: string, work: (file: string) => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'file-'))
  const file = join(place, `file${endingsOf(name)}`)
  try {
    await symlink(stored, file)
    return await work(file)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** A file judged by the rules that are in force when it begins; results, findings and evidence are written together or not at all. */
export const running = defineTask({
  kind: 'qc.run',
  lane: 'heavy',
  title: { 'zh-cn': '运行质控', en: 'Run quality control' },
  words: {
    begin: { 'zh-cn': '取参数', en: 'Take the parameters' },
    judge: { 'zh-cn': '检查', en: 'Judge' },
    enter: { 'zh-cn': '登记结果与问题', en: 'Enter results and findings' },
  },
  input: z.object({ run: z.number() }),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx, ctx) => {
        const [asked] = await tx.query<Asked>(ASKED, [input.run])
        if (!asked) throw new Hopeless('the run is gone')
        if (asked.state === 'waiting') await ctx.engine.move(ctx, qcRun.name, { id: asked.id, to: 'running' })
        return { ...asked, rules: await parametersOf(tx, asked.set) }
      })
      .step('judge', async ({ input, done, tools, signal, log, progress, effect }) => {
        // DuckDB is loaded here, in the worker, and nowhere else.
        const { judgeOrSay } = await import('./judge-or-say.ts')
        const { rules, study, datafile, sha256, name } = done.begin
        const folder = join(tools.config.DATA_DIR, 'work', `run-${input.run}`)
        const byCode = new Map(rules.map((rule) => [rule.code, String(rule.id)]))
        const violations = await tools.store.stage()
        const answer = await withFile(folder, tools.store.pathOf(sha256), name, (file) =>
          judgeOrSay({
            file,
            name,
            folder,
            parameters: rules.map(engineParameter),
            place: { study: String(study ?? ''), form: `file:${datafile}` },
            lineageOf: (code) => byCode.get(code) ?? code,
            violations,
            signal,
            log,
            progress,
          }),
        )
        if ('trouble' in answer) return { trouble: answer.trouble, judged: null, files: null }
        const report = await tools.store.stage()
        const files = await effect(async (tx) => ({
          violations: await keepFile(tx, tools.store, violations),
          report: await keepFile(tx, tools.store, report, answer.report),
        }))
        return { trouble: null, judged: answer.judged, files }
      })
      .commit('enter', async ({ input, done, tools, signal, log }, tx, ctx) => {
        const { trouble, judged, files } = done.judge
        const { rules, datafile, study, sha256, name } = done.begin
        const finishedAt = new Date().toISOString()
        if (!judged || !files) {
          await ctx.engine.move(ctx, qcRun.name, { id: input.run, to: 'failed' }, { error: trouble, finishedAt })
          return { trouble }
        }
        await writeResults(tx, input.run, rules, judged.results)
        const folder = join(tools.config.DATA_DIR, 'work', `run-${input.run}`)
        const changes = await withFile(folder, tools.store.pathOf(sha256), name, (file) =>
          enter(tx, {
            run: input.run,
            datafile,
            study,
            rules,
            judged,
            file,
            name,
            folder,
            violations: tools.store.pathOf(files.violations),
            signal,
          }),
        )
        await rm(folder, { recursive: true, force: true })
        const { score } = judged
        const { statuses } = score
        log(
          `${score.score === null ? '–' : score.score.toFixed(1)} · ${score.applicable}/${score.total} · +${changes.appeared} −${changes.resolved}`,
        )
        await ctx.engine.move(
          ctx,
          qcRun.name,
          { id: input.run, to: 'done' },
          {
            score: score.score,
            applicable: score.applicable,
            total: score.total,
            failed: statuses.failed,
            warned: statuses.warned,
            passed: statuses.passed,
            notApplicable: statuses.not_applicable + statuses.skipped,
            errors: statuses.error,
            rows: judged.rows,
            dimensions: score.dimensions,
            ...changes,
            sourceHash: judged.sourceHash,
            versions: rules.map(({ id, code, version, number }) => ({ parameter: id, code, version, number })),
            engine: judged.engine,
            formula: judged.formula,
            judgedAt: judged.now,
            evidence: judged.evidence,
            ...files,
            finishedAt,
          },
        )
        return { score: score.score, ...changes }
      }),
})
