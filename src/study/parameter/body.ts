import type { Words } from '#kernel'
import { checkNames, findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import { validate } from '#qc/validate.ts'
import { wordsOf } from './setting.ts'

/** What a version of a parameter says: the engine's parameter without its name and its check, which belong to the lineage, and its message, which stands beside. */
export type Body = Omit<Parameter, 'id' | 'check' | 'name' | 'message'>
export type Lineage = { code: string; check: string; name: string; nameEn: string }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/** Without what says nothing: an empty box of a form is no setting. */
const tidied = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  const kept = Object.entries(value).map(([name, inner]) => [name, tidied(inner)] as const)
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner)))
}

/** What stands in it is judged by `problemsOf`, which speaks of every setting at once. */
const isBody = (value: unknown): value is Body => isRecord(value)

/** A body as it was sent or stored; what is no object is none. `id`, `check`, `name` and `message` of a whole parameter are not part of it. */
export const bodyOf = (value: unknown): Body => {
  const given = tidied(value)
  if (!isRecord(given)) return {}
  const { id: _, check: _check, name: _name, message: _message, ...body } = given
  return isBody(body) ? body : {}
}

/** What people are told where a rule is broken, in both languages; either may be missing. */
export type Message = { messageZh?: string | null; messageEn?: string | null }
const messageOf = ({ messageZh, messageEn }: Message): Pick<Parameter, 'message'> => {
  const [zh, en] = [messageZh || messageEn, messageEn || messageZh]
  return zh && en ? { message: { zh, en } } : {}
}

/** As the engine and the `qc` command read it. */
export const parameterOf = ({ code, check, name, nameEn, ...said }: Lineage & Message, body: Body): Parameter => ({
  id: code,
  check,
  name: { zh: name, en: nameEn },
  ...messageOf(said),
  ...body,
})

export type BodyProblem = { path: string; words: Words }
/** All that is wrong with a parameter as it stands; which tables and columns there are is known when it runs. */
export const problemsOf = (parameter: Parameter): BodyProblem[] =>
  validate(parameter, findCheck, checkNames(), []).problems.map(({ path, message }) => ({ path, words: wordsOf(message) }))

/** What it judges, as one line. */
export const targetOf = ({ table, columns = [] }: Body): string => [table, columns.join(', ')].filter(Boolean).join(': ')

/** Another target is another lineage: what was found before does not belong to it. */
export const hasSameTarget = (one: Body, other: Body): boolean =>
  JSON.stringify([one.table ?? null, one.columns ?? []]) === JSON.stringify([other.table ?? null, other.columns ?? []])
