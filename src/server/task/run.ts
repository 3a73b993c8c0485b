import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#kernel'
import type { Db } from '../db/database.ts'
import { isDiskFull } from '../db/lack.ts'
import type { Ctx } from '../model/context.ts'
import { hashOf, keptOf, markOf } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Claimed } from './claim.ts'
import { Hopeless } from './definition.ts'
import type { AnyTask, Job, Step } from './definition.ts'
import { Lost, advance, hold, keepMark } from './fence.ts'
import { finishCancelled, finishDone, finishFailed, handBack, putOff } from './finish.ts'
import { Report } from './report.ts'
import { tellEnd } from './tell-end.ts'
import type { Teller } from './teller.ts'
import type { Tools } from './tools.ts'

/** Why the signal of a task was given. */
export type Stop = 'cancelled' | 'stopping' | 'lost'
type Setting = { tools: Tools; teller: Teller; leaseMs: number; signal: AbortSignal; onError: (error: unknown) => void }

const inputOf = (task: AnyTask, given: unknown): unknown => {
  const read = task.input.safeParse(given)
  if (!read.success) throw new Hopeless(read.error.message)
  return read.data
}
/** As the database will give it back: a step must not see more the first time than after a breakdown. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** One transaction of the engine: what a task does to rows stands in the trail and is committed with the fence. */
const write = <T>({ system }: Tools, work: (tx: Db, ctx: Ctx) => Promise<T>): Promise<T> =>
  system.engine.write(system, (ctx) => work(ctx.db, ctx))

/** The steps that are still to be done, each with its checkpoint; the last one together with the end of the task. */
const takeSteps = async (task: AnyTask, claimed: Claimed, report: Report, { tools, teller, leaseMs, signal }: Setting): Promise<void> => {
  const input = inputOf(task, claimed.input)
  const done: Record<string, unknown> = {}
  let kept: Checkpoint = claimed.checkpoint
  for (const [at, step] of task.steps.entries()) {
    signal.throwIfAborted()
    const next = task.steps[at + 1]
    const hash = hashOf(step.name, claimed.input, done)
    const before = keptOf(kept, step.name, hash)
    if (before) {
      done[step.name] = before.output
      continue
    }
    const close = async (db: Db, output: unknown): Promise<Checkpoint> => {
      const after = { done: { ...kept.done, [step.name]: { hash, output } } }
      if (next) await advance(db, claimed, after, leaseMs, next.name)
      else {
        const outcome = task.outcome?.(output) ?? null
        const ended = await finishDone(db, claimed, output, outcome)
        if (!task.isPrelude && !task.isAnswer) await tellEnd(db, ended, outcome)
      }
      return after
    }
    const effect: Job['effect'] = async (work) => {
      signal.throwIfAborted()
      const { answer, after } = await write(tools, async (tx, ctx) => {
        await hold(tx, claimed)
        const answer = await work(tx, ctx)
        const after = { ...kept, mark: { step: step.name, hash, value: plain(answer) } }
        await keepMark(tx, claimed, after, leaseMs)
        return { answer, after }
      })
      kept = after
      return answer
    }
    const job: Job = {
      id: claimed.id,
      input,
      done,
      signal,
      tools,
      get mark() {
        return markOf(kept, step.name, hash)
      },
      log: (line) => report.log(line),
      progress: (share) => report.progress(share),
      effect,
    }
    const taken = step.commit ? await commit(step.commit, job, claimed, report, close) : await work(step.run, job, report, close)
    done[step.name] = taken.output
    kept = taken.after
    if (next) report.stepped()
    teller.tell(claimed.id)
  }
}
type Close = (db: Db, output: unknown) => Promise<Checkpoint>
type Taken = { output: unknown; after: Checkpoint }
const work = async (run: NonNullable<Step['run']>, job: Job, report: Report, close: Close): Promise<Taken> => {
  const output = plain(await run(job))
  job.signal.throwIfAborted()
  await report.flush()
  return { output, after: await close(job.tools.database, output) }
}
const commit = async (run: NonNullable<Step['commit']>, job: Job, claimed: Claimed, report: Report, close: Close): Promise<Taken> => {
  await report.pause()
  try {
    return await write(job.tools, async (tx, ctx) => {
      await hold(tx, claimed)
      const output = plain(await run(job, tx, ctx))
      // Asked before the commit: what was cancelled while it worked has no effect.
      job.signal.throwIfAborted()
      await report.write(tx)
      return { output, after: await close(tx, output) }
    })
  } finally {
    report.resume()
  }
}

const isHopeless = (error: unknown): boolean => error instanceof Refusal || error instanceof Hopeless

const PAUSE_MS = 5000
/** Saying that there is no space needs some, too: until then the task stays ours and is nobody's to count as lost. */
const waitForSpace = async (claimed: Claimed, report: Report, { tools: { database }, signal }: Setting): Promise<void> => {
  for (;;) {
    try {
      await report.flush()
      return void (await putOff(database, claimed))
    } catch (error) {
      if (!isDiskFull(error)) throw error
      await pause(PAUSE_MS, undefined, { signal })
    }
  }
}

/** One attempt at one task, to its end or to whatever stops it. Never throws for what the task did. */
export const runTask = async (task: AnyTask, claimed: Claimed, setting: Setting): Promise<void> => {
  const { tools, teller, signal, onError } = setting
  const { database } = tools
  const report = new Report(database, claimed, teller, onError)
  const close = async (): Promise<void> => {
    await report.flush()
    const stop = signal.reason as Stop
    if (stop === 'cancelled') await write(tools, (_, ctx) => finishCancelled(ctx, claimed))
    else if (stop === 'stopping') await handBack(database, claimed)
  }
  teller.tell(claimed.id)
  try {
    if (claimed.isCancelled) return await write(tools, (_, ctx) => finishCancelled(ctx, claimed))
    await takeSteps(task, claimed, report, setting)
  } catch (error) {
    if (error instanceof Lost) return
    try {
      if (signal.aborted) return await close()
      if (isDiskFull(error)) return await waitForSpace(claimed, report, setting)
      // A sentence that was meant for whoever asked stands with the task; where anything else came from is for whoever mends it.
      if (!isHopeless(error)) report.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      await report.flush()
      const failure = { error, isHopeless: isHopeless(error), pauseSeconds: task.pauseSeconds }
      await write(tools, (_, ctx) => finishFailed(ctx, claimed, failure))
    } catch (second) {
      // The lease will lapse and somebody take it up.
      if (!(second instanceof Lost)) onError(second)
    }
  } finally {
    report.end()
    teller.tell(claimed.id)
  }
}
