export type { Envelope } from '../../kernel/envelope.ts'

/** `session`: it is over, and the person is on the way to the sign-in page, which says so. */
export type Failure = 'business' | 'http' | 'timeout' | 'network' | 'cancelled' | 'session'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: Failure
  readonly code: number
  readonly msg: string
  readonly data: unknown
  readonly requestId: string | null

  constructor(kind: Failure, fields: { code: number; msg: string; data?: unknown; requestId?: string | null }) {
    super(fields.msg)
    this.kind = kind
    this.code = fields.code
    this.msg = fields.msg
    this.data = fields.data
    this.requestId = fields.requestId ?? null
  }
}

export const isCancelled = (error: unknown): boolean => error instanceof ApiError && error.kind === 'cancelled'
