import type * as z from 'zod'
import type { Reason, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { settleBy } from './ending.ts'
import type { How } from './ending.ts'
import { knowTask } from './saying.ts'
import type { Says } from './saying.ts'
import type { Tools } from './tools.ts'

/** Heavy work stands alone in its worker; of light work several go on at once. */
export type Lane = 'heavy' | 'light'
export const LANES: readonly Lane[] = ['heavy', 'light']

/** What a step works with. */
export type Job<Input = unknown, Done extends object = object> = {
  readonly id: number
  readonly input: Input
  /** What the steps before answered. */
  readonly done: Done
  /** Aborted when somebody cancels, when the worker stops and when the task belongs to another worker by now. */
  readonly signal: AbortSignal
  readonly tools: Tools
  /** What the last `effect` of this step answered, also in an attempt that was cut off: where to go on. */
  readonly mark: unknown
  log(line: Reason): void
  /** From 0 to 1. */
  progress(share: number): void
  /** One durable effect, committed only as long as the task is ours, together with its answer as the mark. Rows are written with `ctx`. */
  effect<T>(work: (tx: Db, ctx: Ctx) => Promise<T>): Promise<T>
}
/** What a step that is one transaction works with: a second effect would wait for the first one for ever. */
export type CommitJob<Input = unknown, Done extends object = object> = Omit<Job<Input, Done>, 'effect' | 'mark'>
export type Step = { readonly name: string } & (
  | { readonly run: (job: Job) => Promise<unknown>; readonly commit?: never }
  | { readonly commit: (job: CommitJob, tx: Db, ctx: Ctx) => Promise<unknown>; readonly run?: never }
)

/**
 * The steps of a task in their order. What a step answers is kept: after a breakdown the work begins at the step, not at zero.
 * `step` may be repeated in parts and brings its durable effects through `job.effect`; `commit` is one transaction with its checkpoint.
 */
export class Steps<Input, Done extends object, Last> {
  readonly list: readonly Step[]
  constructor(list: readonly Step[] = []) {
    this.list = list
  }
  step<const N extends string, T>(name: N, run: (job: Job<Input, Done>) => Promise<T>): Steps<Input, Done & Record<N, T>, T> {
    return new Steps([...this.list, { name, run: run as (job: Job) => Promise<unknown> }])
  }
  commit<const N extends string, T>(
    name: N,
    commit: (job: CommitJob<Input, Done>, tx: Db, ctx: Ctx) => Promise<T>,
  ): Steps<Input, Done & Record<N, T>, T> {
    return new Steps([...this.list, { name, commit: commit as (job: CommitJob, tx: Db, ctx: Ctx) => Promise<unknown> }])
  }
  /** What the last step answers is the result of the task. */
  declare readonly last: Last
}

/** What came of it, in a sentence for whoever asked. `isGood`: a check that ended well may have found what is not. */
export type Outcome = { readonly words: Words; readonly isGood: boolean }

export type Task<Input = unknown, Result = unknown> = {
  readonly kind: string
  readonly lane: Lane
  readonly title: Words
  /** What its steps are called; one without words shows its name. */
  readonly words?: Readonly<Record<string, Words>>
  /** Another task goes on where it ends: only its failure is news. */
  readonly isPrelude?: true
  /** Its result is for whoever asked, who waits for it on a page: nobody else reads it, and its end is no news. */
  readonly isAnswer?: true
  /** The page where it was asked for says how it ended: only its failure is worth another word. */
  readonly isSaid?: true
  outcome?(result: Result): Outcome | null
  /** Somebody waits for it, a code to sign in with: a place is kept, however much else there is to do. */
  readonly isUrgent?: true
  readonly maxTries: number
  /** The pause after the first failure; six times as long after each further one. */
  readonly pauseSeconds: number
  readonly input: z.ZodType<Input>
  readonly steps: readonly Step[]
  /** Only for the compiler. */
  readonly result?: Result
}
type Spec<Input, Result> = {
  kind: string
  lane: Lane
  title: Words
  words?: Readonly<Record<string, Words>>
  /** How its input and its result read on its page; what is not named here is shown by its own name. */
  says?: Says
  isPrelude?: true
  isAnswer?: true
  isSaid?: true
  outcome?(result: Result): Outcome | null
  isUrgent?: true
  maxTries?: number
  pauseSeconds?: number
  input: z.ZodType<Input>
  steps: (none: Steps<Input, object, undefined>) => Steps<Input, object, Result>
  /** It will not be done: failed for good, parked or cancelled, before it began too. In the transaction of that end; `why` it failed, where it did. */
  ended?: (ctx: Ctx, task: { id: number; input: Input; why: Words | null }, how: How) => Promise<void>
}

/** A kind of work behind the page: what it is called, what it needs, and its steps. */
export const defineTask = <Input, Result>({ steps, ended, says = {}, ...spec }: Spec<Input, Result>): Task<Input, Result> => {
  const { list } = steps(new Steps())
  const names = list.map(({ name }) => name)
  if (names.length === 0) throw new Error(`The task ${spec.kind} has no step`)
  if (new Set(names).size !== names.length) throw new Error(`Two steps of the task ${spec.kind} have the same name`)
  knowTask(spec.kind, { title: spec.title, says })
  if (ended)
    settleBy(spec.kind, async (ctx, { id, input, error }, how) => {
      const read = spec.input.safeParse(input)
      if (read.success) await ended(ctx, { id, input: read.data, why: how === 'cancelled' ? null : error }, how)
    })
  return { maxTries: 3, pauseSeconds: 10, ...spec, steps: list }
}

/** Any task, whatever it takes and answers. */
export type AnyTask = Task

/** What no further try would mend: the task fails at once. A `Refusal` does the same. */
export class Hopeless extends Error {
  /** In the reader's language, where people rather than programs caused it. */
  readonly words: Words
  constructor(why: Words | string) {
    super(typeof why === 'string' ? why : why.en)
    this.words = typeof why === 'string' ? { 'zh-cn': why, en: why } : why
  }
}
