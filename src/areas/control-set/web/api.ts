import type { Words } from '#kernel'
import { runAction } from '#web/api/resource.ts'
import { request } from '#web/api/request.ts'
import { uuid } from '#web/api/uuid.ts'

const NAME = 'control.parameter'
export const SOURCES = ['profile', 'starter', 'dictionary', 'fastq', 'vcf'] as const
export type Source = (typeof SOURCES)[number]
export type Proposal = {
  key: number
  check: string
  name: Words
  body: Readonly<Record<string, unknown>>
  confidence: number | null
  evidence: Words | null
  standing: 'new' | 'in' | 'known' | 'similar'
  parameter: number | null
  code: string | null
}
export type Answer = {
  state: string
  progress: number
  error: string | null
  result: { list: readonly Proposal[]; trouble: Words | null; rows: number | null } | null
}
export type Wanted = { set: number; source: Source; form: number | null; datafile: number | null }

const numberIn = (data: unknown, name: string): number | null => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : null
  return typeof value === 'number' ? value : null
}
export const askProposals = (wanted: Wanted): Promise<number | null> =>
  runAction(NAME, 'propose', [], { ...wanted }, uuid(), { showSuccess: false }).then((answer) => numberIn(answer.data, 'task'))
export const fetchProposals = (task: number, signal: AbortSignal): Promise<Answer> =>
  request<Answer>({ url: `/admin/${NAME}/proposal`, params: { task }, signal, showError: false, cancelDuplicate: false }).then(
    (a) => a.data,
  )
export const adopt = (task: number, keys: readonly number[]): Promise<{ added: number; joined: number }> =>
  runAction(NAME, 'adopt', [], { task, keys }, uuid(), { showSuccess: false }).then((answer) => ({
    added: numberIn(answer.data, 'added') ?? 0,
    joined: numberIn(answer.data, 'joined') ?? 0,
  }))
