import { findingFingerprint } from './identity.ts'

/** A finding as the ledger has it, as far as its identity goes. */
export type Keyed = {
  fingerprint: string
  key: string | null
  slot: string | null
  field: string | null
  parameter: number
  study: number
  form: number | null
}

/** Rows with an equal key are few; further a finding is left to the next run. */
const MOST_OCCURRENCES = 200

const isKey = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The key with another subject in it, letter by letter as a run writes it; undefined where it has none. */
const keyWith = (key: string, subject: number): string | undefined => {
  const parts: unknown = JSON.parse(key)
  if (!isKey(parts) || !('subject.id' in parts)) return undefined
  return JSON.stringify({ ...parts, 'subject.id': String(subject) })
}

/**
 * What the finding is called once its record belongs to another subject: without it the next run would resolve this one and report a new one,
 * and what people decided about it would be lost. Which occurrence it is stands nowhere: it is the one whose fingerprint is the finding's own.
 */
export const rekeyed = (finding: Keyed, subject: number): { key: string; fingerprint: string } | undefined => {
  const { key, parameter, study, form } = finding
  const next = key === null ? undefined : keyWith(key, subject)
  if (key === null || next === undefined) return undefined
  const place = { study: String(study), lineage: String(parameter), form: form === null ? `study:${study}` : `form:${form}` }
  for (const slot of new Set([finding.slot ?? '', finding.field ?? '']))
    for (let occurrence = 1; occurrence <= MOST_OCCURRENCES; occurrence++)
      if (findingFingerprint(place, key, slot, occurrence) === finding.fingerprint)
        return { key: next, fingerprint: findingFingerprint(place, next, slot, occurrence) }
  return undefined
}
