import { createHash } from 'node:crypto'
import { findCheck } from '#qc/checks/registry.ts'
import { bodyOf } from './body.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** In the order of names: the database keeps settings in another order than a form sends them. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, ordered(value[name])]),
  )
}

/** What a rule asks, as one hash: the same as long as check and settings are. */
export const definitionHash = (check: string, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([findCheck(check)?.id ?? check, ordered(bodyOf(body))]))
    .digest('hex')
