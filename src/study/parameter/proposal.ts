import * as z from 'zod'
import type { Words } from '#kernel'
import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { Text } from '#qc/text.ts'
import { bodyOf, type Body } from './body.ts'
import { definitionHash } from './definition.ts'
import { wordsOf } from './setting.ts'

/** Where a rule that nobody typed comes from. */
export const ORIGINS = ['profile', 'starter', 'dictionary', 'fastq', 'vcf'] as const
export type Origin = (typeof ORIGINS)[number]
/** These speak of data that are there; the others of what is known before any has come. */
export const READS_DATA: readonly Origin[] = ['profile', 'starter']

const whole = z.int().positive()
export const proposeShape = z.object({
  set: whole,
  study: whole.nullable(),
  source: z.enum(ORIGINS),
  form: whole.nullable(),
  datafile: whole.nullable(),
  departments: z.union([z.literal('all'), z.array(whole)]),
  /** Whether whoever asks knows of the variables that identify. */
  knows: z.boolean().default(true),
})
export type Wanted = z.infer<typeof proposeShape>

export type Proposal = {
  /** Its place in the answer. */
  key: number
  /** What it is called after the table or the pack: the last part of its code. */
  id: string
  check: string
  name: Words
  body: Body
  confidence: number | null
  evidence: Words | null
}
export type Proposals = { wanted: Wanted; list: readonly Proposal[]; trouble: Words | null; rows: number | null; ms: number }

/** What a rule asks, whatever it is called, how serious it is and by which key it names rows. */
export const signatureOf = (check: string, given: unknown): string => {
  const { table, columns, params, filter } = bodyOf(given)
  return definitionHash(check, { table, columns, params, filter })
}
/** What a rule is about: the same check on the same columns. */
export const topicOf = (check: string, given: unknown): string => {
  const { table, columns } = bodyOf(given)
  return definitionHash(check, { table, columns })
}

/** A rule of the engine's packs and suggestions. One without a name is called by its check and what it looks at. */
export const proposalOf = (parameter: Parameter, key: number, said?: { confidence: number; evidence: Text }): Proposal => {
  const check = findCheck(parameter.check)
  const title = check ? wordsOf(check.title) : { 'zh-cn': parameter.check, en: parameter.check }
  const { name, id, columns = [] } = parameter
  const about = columns.length > 0 ? columns.join(', ') : (parameter.table ?? '')
  const made = { 'zh-cn': about ? `${about}：${title['zh-cn']}` : title['zh-cn'], en: about ? `${about}: ${title.en}` : title.en }
  return {
    key,
    id: String(id),
    check: check?.id ?? parameter.check,
    name: name ? wordsOf(name) : made,
    body: bodyOf(parameter),
    confidence: said?.confidence ?? null,
    evidence: said ? wordsOf(said.evidence) : null,
  }
}
