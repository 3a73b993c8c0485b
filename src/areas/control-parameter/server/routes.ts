import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { hangUp } from '#server/http/hang-up.ts'
import { readInput } from '#server/resource/action.ts'
import { languageOf } from '#study/expression/language.ts'
import { namedTables } from '#study/expression/named-table.ts'
import { catalogue, dimensions } from '#study/parameter/catalogue.ts'
import { toldLevels } from '#study/told.ts'
import { keepTrial } from '#study/parameter/kept-trial.ts'
import { controlParameter } from '../index.ts'
import { readAnswer, stopAnswer } from './answer.ts'
import { readProposals } from './propose/adopt.ts'
import { readTrial } from './trial/ask.ts'
import type { Wanted } from './trial/ask.ts'
import { tellTrial } from './trial/tell.ts'
import { tryQuestion } from './trial/question.ts'

const ruled = (action: string) => ({ audience: 'admin', rule: ruleOf(controlParameter.name, action) }) as const
const taskIn = (body: unknown): number => (typeof body === 'object' && body !== null ? Number(Reflect.get(body, 'task')) : 0)
const idIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const wantedIn = ({ body: given }: Call): Wanted => {
  const sent = typeof given === 'object' && given !== null ? { ...given } : {}
  const { check, body, study, form, datafile, delivery, parameter } = readInput(controlParameter, 'try', sent)
  return {
    check: String(check),
    body,
    study: idIn(study),
    form: idIn(form),
    datafile: idIn(datafile),
    delivery: idIn(delivery),
    parameter: idIn(parameter),
  }
}

/** What an expression of a rule may name: of the study of a rule that is there, or of one that is chosen for a new one. */
const variables = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { parameter, study } = call.query
  const of = parameter ? (await ctx.engine.get(ctx, controlParameter.name, Number(parameter)))['study'] : Number(study)
  if (typeof of !== 'number') return { tables: [] }
  await ctx.engine.get(ctx, 'study.project', of)
  return { tables: await namedTables(ctx.db, of, await toldLevels(ctx, of)) }
}

export const parameterRoutes = ({ guarded }: Declare): void => {
  // Answered by a worker, with no transaction waiting for it.
  guarded('POST', '/admin/control.parameter/trial', ruled('try'), async (call, actor, reply) => {
    const ctx = await contextOf(call, actor)
    const { asked } = await readTrial(ctx, wantedIn(call))
    const trial = await call.backend.lane.ask(tryQuestion, asked, { signal: hangUp(reply), language: call.language })
    await ctx.engine.write(ctx, async (tx) => {
      await keepTrial(tx.db, trial, asked.by)
      await tellTrial(tx, asked, trial)
    })
    return trial
  })
  guarded('GET', '/admin/control.parameter/trial', ruled('try'), async (call, actor) =>
    readAnswer(await contextOf(call, actor), 'control.try', Number(call.query['task'])),
  )
  guarded('GET', '/admin/control.parameter/proposal', ruled('propose'), async (call, actor) =>
    readProposals(await contextOf(call, actor), Number(call.query['task'])),
  )
  // Whoever reads a rule reads it in words.
  guarded('GET', '/admin/control.parameter/catalogue', ruled('index'), () =>
    Promise.resolve({ dimensions, checks: catalogue(), language: languageOf('table') }),
  )
  guarded('GET', '/admin/control.parameter/variables', ruled('index'), variables)
  // Whoever asked may stop it.
  guarded('POST', '/admin/control.parameter/stop', ruled('index'), async (call, actor) =>
    stopAnswer(await contextOf(call, actor), taskIn(call.body)),
  )
}
