import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import { bodyOf, parameterOf, type Body, type Lineage } from './body.ts'

/** The file of the `qc` command: a list of parameters, or an object that holds it. */
export type ParameterFile = { parameters: readonly Parameter[]; keys?: Readonly<Record<string, readonly string[]>> }
export type Imported = Lineage & { body: Body }
export type ImportProblem = 'noList' | 'noCheck' | 'unknownCheck' | 'twice' | 'badCode' | 'badKeys'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** As the column of codes holds it. */
const LONGEST_CODE = 120
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

const nameOf = (given: unknown, code: string): { name: string; nameEn: string } => {
  const { zh, en } = isRecord(given) ? given : {}
  const name = textOf(zh) ?? textOf(en) ?? textOf(given) ?? code
  return { name, nameEn: textOf(en) ?? name }
}

type Keys = Readonly<Record<string, readonly string[]>>
const isKeys = (given: unknown): given is Keys =>
  isRecord(given) &&
  Object.values(given).every((columns) => Array.isArray(columns) && columns.every((column) => typeof column === 'string'))
/** The key that the file gives the table of a rule. A rule without a table is about the only one that there is. */
const keyFor = (keys: Keys, table: string | undefined): readonly string[] | undefined => {
  const all = Object.values(keys)
  return table === undefined ? (all.length === 1 ? all[0] : undefined) : Object.hasOwn(keys, table) ? keys[table] : undefined
}
/** A set is judged without its file: what the command would take from the keys of tables, each rule says itself. */
const keyed = (body: Body, keys: Keys): Body => {
  const key = keyFor(keys, body.table)
  return body.keyFields || !key ? body : { ...body, keyFields: key }
}

type Read = { imported: Imported[] } | { problem: ImportProblem; at: number; text: string }
/** What a file of the command holds, as lineages with their first body; or the first thing that is wrong with it, counted from 1. */
export const readParameterFile = (content: unknown): Read => {
  const list = Array.isArray(content) ? content : isRecord(content) ? content['parameters'] : undefined
  if (!Array.isArray(list) || list.length === 0) return { problem: 'noList', at: 0, text: '' }
  const keys = isRecord(content) ? (content['keys'] ?? {}) : {}
  if (!isKeys(keys)) return { problem: 'badKeys', at: 0, text: '' }
  const imported: Imported[] = []
  for (const [index, item] of list.entries()) {
    const at = index + 1
    const { check, id = `p${at}`, name } = isRecord(item) ? item : {}
    if (typeof check !== 'string') return { problem: 'noCheck', at, text: '' }
    const known = findCheck(check)
    if (!known) return { problem: 'unknownCheck', at, text: check }
    const code = String(id)
    if (code.trim() === '' || code.length > LONGEST_CODE) return { problem: 'badCode', at, text: code }
    if (imported.some((other) => other.code === code)) return { problem: 'twice', at, text: code }
    imported.push({ code, check: known.id, ...nameOf(name, code), body: keyed(bodyOf(item), keys) })
  }
  return { imported }
}

export const printParameterFile = (items: readonly (Lineage & { body: Body })[]): ParameterFile => ({
  parameters: items.map(({ body, ...lineage }) => parameterOf(lineage, body)),
})
