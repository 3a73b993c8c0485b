import type { Reason } from './shape.ts'
import type { Text } from './text.ts'

/** What is wrong with a parameter, said so that its author can mend it: which parameter, which field, what, and the likely intent. */
export type Problem = { parameter: string; path: string; message: Text }

/** The same of a parameter that could not be judged, with the character of an expression where it shows, counted from 1. */
export type Fault = { path: string; message: Text; at?: number }

export class ParameterError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message.en).join('\n'))
    this.name = 'ParameterError'
    this.problems = problems
  }
}

/** Thrown by a check's `compile`: the parameter is well-formed but one of its values makes no sense. */
export class WrongValue extends Error {
  readonly path: string
  readonly text: Text
  /** Set where the value only names what this table lacks: with `whenAbsent` a reason not to apply. */
  readonly absent: Reason | undefined
  /** In an expression: the character where it shows, counted from 1. */
  readonly at: number | undefined
  constructor(path: string, text: Text, absent?: Reason, at?: number) {
    super(text.en)
    this.name = 'WrongValue'
    this.path = path
    this.text = text
    this.absent = absent
    this.at = at
  }
}

/** Thrown by a check's `compile`: nothing is wrong, but there is nothing to judge. */
export class NotApplicable extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.name = 'NotApplicable'
    this.reason = reason
  }
}
