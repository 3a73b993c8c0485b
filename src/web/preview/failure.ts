/** Why a file is not shown; each has its sentence in the language files. */
export type Reason =
  | 'damaged'
  | 'mismatch'
  | 'encrypted'
  | 'tooBig'
  | 'tooSlow'
  | 'legacy'
  | 'signIn'
  | 'conversion'
  | 'unknownType'
  | 'gone'
  | 'network'
  | 'empty'

export class PreviewFailure extends Error {
  readonly reason: Reason
  constructor(reason: Reason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export const reasonOf = (error: unknown): Reason => (error instanceof PreviewFailure ? error.reason : 'damaged')
