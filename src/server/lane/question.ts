import type * as z from 'zod'
import { CODE, Refusal } from '#kernel'
import type { Words } from '#kernel'
import type { Tools } from '../task/tools.ts'

/** So long a question may take; what needs longer is a task. */
export const LIMIT_MS = 10_000
/** So many at a time, of one server and at one worker. */
export const AT_ONCE = 2

/** A short question to a worker, for whoever waits in a request: what it needs, what it answers, and who finds the answer. */
export type Question<Input = never, Answer = unknown> = {
  readonly kind: string
  readonly input: z.ZodType<Input>
  readonly output: z.ZodType<Answer>
  /** There is a task for the same: any worker takes it, and it may take its time. A refusal says so. */
  readonly instead?: 'task'
  /** Loads what the first question would otherwise wait for. */
  warm?(): Promise<unknown>
  answer(tools: Tools, input: Input, signal: AbortSignal): Promise<Answer>
}
/** Any question, its input not yet read. */
export type AnyQuestion = Pick<Question, 'kind' | 'warm'> & { reply(tools: Tools, given: unknown, signal: AbortSignal): Promise<unknown> }

export const defineQuestion = <Input, Answer>(question: Question<Input, Answer>): Question<Input, Answer> & AnyQuestion => ({
  ...question,
  reply: (tools, given, signal) => question.answer(tools, question.input.parse(given), signal),
})

/** Why there is no answer, for whoever asked. */
export class Unanswerable extends Refusal {
  constructor(words: Words) {
    super('lane.said', { ...words, status: 200, code: CODE.refused }, {}, null)
  }
}
