import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { defineTask } from '#server/task/definition.ts'
import type { Tools } from '#server/task/tools.ts'
import { compileRules } from '#study/run/compile.ts'
import { drawn, narrowed } from '#study/run/narrow.ts'
import { recheck } from '#study/run/recheck.ts'
import { splitRules } from '#study/run/split.ts'
import { settleQueries } from '#study/query/settle.ts'
import { filePlace, remoteSource, studyPlace, type Source } from '#study/run/source.ts'
import { qcRun } from '../index.ts'
import { backgroundIn } from './background.ts'
import { readAsked, type Asked } from './asked.ts'
import { leaveRest } from './recheck.ts'
import { askQuestions } from './question.ts'
import { factsOf } from './facts.ts'
import { calledIn } from './called.ts'
import { pastRuns } from './past.ts'
import { keepFile } from '#server/storage/keep-file.ts'
import { hospitalNow } from '#server/zone.ts'
import { enginesFor } from './engine.ts'
import { datafileOf, enter, formsOf } from './ledger.ts'
import { toldBy } from './mass/told.ts'
import { askMail } from './mail/task.ts'
import { engineParameter, ruleNamed } from '#study/parameter/in-force.ts'
import { goOn, undone } from './undone.ts'
import { reportFacts, versionIn } from './report-facts.ts'
import { writeResults } from './results.ts'
import { withFile, withSnapshots } from './sources.ts'

const folderOf = ({ config }: Tools, run: number): string => join(config.DATA_DIR, 'work', `run-${run}`)

/** What is read, by which rules, and the place of what is about no single table. */
const withData = <T>(
  tools: Tools,
  { id, isRecheck, rules, overrides, subject }: Asked,
  told: { signal: AbortSignal; log: (words: Words) => void },
  work: (
    sources: readonly Source[],
    parameters: readonly ReturnType<typeof engineParameter>[],
    whole: string,
    moment: string | null,
  ) => Promise<T>,
): Promise<T> => {
  const folder = folderOf(tools, id)
  const parameters = rules.map(engineParameter)
  if (subject.kind === 'file')
    return withFile(folder, tools.store.pathOf(subject.sha256), subject, (file) =>
      work([file], parameters, filePlace(subject.datafile), null),
    )
  if (subject.kind === 'remote') return work([remoteSource(subject, subject.table)], parameters, filePlace(subject.datafile), null)
  const judged = subject.forms.filter((form) => subject.judged.includes(form.id))
  const compiled = compileRules(parameters, subject.forms, judged)
  const overridesOf = (parameter: string) => overrides.filter((one) => one.parameter === ruleNamed(rules, parameter)?.id)
  const split = splitRules(compiled.parameters, overridesOf)
  const forms = isRecheck ? narrowed(split, compiled.forms) : compiled.forms
  // What is not the whole of a form is kept for nobody.
  const how = { ...told, isPlaced: overrides.length > 0, isKept: overrides.length === 0 && forms === compiled.forms }
  return withSnapshots(folder, tools, forms, how, (sources, moment) =>
    work(forms === compiled.forms ? sources : drawn(split, sources), split, studyPlace(subject.study), moment),
  )
}

/** Data judged by the rules that are in force when it begins; results, findings and evidence are written together or not at all. */
export const running = defineTask({
  kind: 'qc.run',
  lane: 'heavy',
  title: { 'zh-cn': '运行质控', en: 'Run quality control' },
  words: {
    begin: { 'zh-cn': '取参数', en: 'Take the parameters' },
    judge: { 'zh-cn': '检查', en: 'Judge' },
    enter: { 'zh-cn': '登记结果与问题', en: 'Enter results and findings' },
  },
  says: {
    score: { 'zh-cn': '得分', en: 'Score' },
    appeared: { 'zh-cn': '新出现的问题', en: 'New findings' },
    reopened: { 'zh-cn': '再次出现的问题', en: 'Findings that came back' },
    resolved: { 'zh-cn': '已解决的问题', en: 'Resolved findings' },
    changed: { 'zh-cn': '有变化的问题', en: 'Changed findings' },
  },
  input: z.object({ run: z.number() }),
  ended: async (ctx, { input, why }, how) => undone(ctx, input.run, how, why),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx, ctx) => {
        const rest = await leaveRest(ctx, input.run)
        const asked = await readAsked(tx, input.run)
        await goOn(ctx, asked.id)
        if (rest) await recheck<Ctx>({ ...ctx, actor: SYSTEM }, rest)
        return asked
      })
      .step('judge', async ({ done: { begin: asked }, tools, signal, log, progress, effect }) => {
        // DuckDB is loaded here, in the worker, and nowhere else.
        const { judgeOrSay } = await import('./judge-or-say.ts')
        const { rules, study, title } = asked
        const violations = await tools.store.stage()
        const { moment, ...answer } = await withData(tools, asked, { signal, log }, async (sources, parameters, whole, moment) => ({
          moment,
          ...(await judgeOrSay({
            background: await backgroundIn(tools, asked, parameters),
            sources,
            title,
            folder: folderOf(tools, asked.id),
            parameters,
            now: hospitalNow(),
            study: String(study ?? ''),
            whole,
            engines: await enginesFor(tools, asked.id, study),
            lineageOf: (parameter) => String(ruleNamed(rules, parameter)?.id ?? parameter),
            violations,
            called: await calledIn(tools.database, study),
            facts: await reportFacts(tools.database, asked, moment),
            versionOf: versionIn(asked),
            past: asked.isRecheck ? [] : await pastRuns(tools.database, asked.id),
            signal,
            log,
            progress,
          })),
        }))
        if ('trouble' in answer) return { trouble: answer.trouble, judged: null, files: null, moment }
        const [report, model, byRules] = [await tools.store.stage(), await tools.store.stage(), await tools.store.stage()]
        const files = await effect(async (tx) => ({
          violations: await keepFile(tx, tools.store, violations),
          report: await keepFile(tx, tools.store, report, answer.report),
          model: await keepFile(tx, tools.store, model, JSON.stringify(answer.model)),
          rules: await keepFile(
            tx,
            tools.store,
            byRules,
            `${JSON.stringify({ parameters: answer.parameters, context: answer.background }, null, 2)}\n`,
          ),
        }))
        return { trouble: null, judged: answer.judged, files, moment }
      })
      .commit('enter', async ({ input, done, tools, signal, log }, tx, ctx) => {
        const { begin: asked } = done
        const { trouble, judged, files, moment } = done.judge
        const finishedAt = new Date().toISOString()
        await goOn(ctx, input.run)
        if (!judged || !files) {
          await ctx.engine.move(ctx, qcRun.name, { id: input.run, to: 'failed' }, { error: trouble, finishedAt })
          for (const words of await askMail(ctx, input.run)) log(words)
          return { trouble }
        }
        await writeResults(tx, input.run, asked, judged.results)
        const folder = folderOf(tools, input.run)
        const entering = { asked, judged, folder, violations: tools.store.pathOf(files.violations), signal }
        const { subject } = asked
        const changes =
          subject.kind === 'file'
            ? await withFile(folder, tools.store.pathOf(subject.sha256), subject, (file) => enter(tx, input.run, { ...entering, file }))
            : await enter(tx, input.run, entering)
        await settleQueries({
          db: tx,
          write: {
            move: (resource, step, facts) => ctx.engine.move(ctx, resource, step, facts),
            add: (resource, facts) => ctx.engine.add(ctx, resource, {}, facts),
          },
          run: input.run,
          hash: judged.sourceHash,
          parameters: asked.rules.map(({ id }) => id),
          datafile: datafileOf(asked),
          forms: formsOf(asked),
        })
        for (const words of await askQuestions(ctx, input.run, asked.rules)) log(words)
        await rm(folder, { recursive: true, force: true })
        const facts = factsOf(asked, judged, moment)
        log(
          `${facts.score === null ? '–' : facts.score.toFixed(1)} · ${facts.applicable}/${facts.total} · +${changes.appeared} −${changes.resolved}`,
        )
        await ctx.engine.move(
          ctx,
          qcRun.name,
          { id: input.run, to: 'done' },
          { ...facts, ...changes, ...files, told: toldBy(judged), finishedAt },
        )
        for (const words of await askMail(ctx, input.run)) log(words)
        return { score: facts.score, ...changes }
      }),
})
