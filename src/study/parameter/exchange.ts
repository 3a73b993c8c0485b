import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import { bodyOf, parameterOf, type Body, type Lineage, type Message } from './body.ts'

export const GATES = ['submit', 'freeze', 'lock', 'release'] as const
export type Gate = (typeof GATES)[number]
/** What a version says beside its body. */
export type Said = { messageZh: string | null; messageEn: string | null; gates: readonly Gate[]; autoQuery: boolean }
/** What the server alone does with a rule, by its code: nothing to the command. */
type Uses = Readonly<Record<string, { gates?: readonly Gate[]; autoQuery?: true }>>
/** The file of the `qc` command: a list of parameters, or an object that holds it. */
export type ParameterFile = { parameters: readonly Parameter[]; keys?: Readonly<Record<string, readonly string[]>>; uses?: Uses }
export type Imported = Lineage & { body: Body; said: Said }
export type ImportProblem = 'noList' | 'noCheck' | 'unknownCheck' | 'twice' | 'badCode' | 'badKeys' | 'badUses'

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

const isUses = (given: unknown): given is Uses =>
  isRecord(given) &&
  Object.values(given).every((use) => {
    if (!isRecord(use)) return false
    const { gates = [], autoQuery = false } = use
    return typeof autoQuery === 'boolean' && Array.isArray(gates) && gates.every((gate) => GATES.some((known) => known === gate))
  })
const saidOf = (given: unknown, use: Uses[string] | undefined): Said => {
  const { zh, en } = isRecord(given) ? given : {}
  const { gates = [], autoQuery = false } = use ?? {}
  return { messageZh: textOf(zh) ?? null, messageEn: textOf(en) ?? null, gates: GATES.filter((gate) => gates.includes(gate)), autoQuery }
}

type Read = { imported: Imported[] } | { problem: ImportProblem; at: number; text: string }
/** What a file of the command holds, as lineages with their first body; or the first thing that is wrong with it, counted from 1. */
export const readParameterFile = (content: unknown): Read => {
  const list = Array.isArray(content) ? content : isRecord(content) ? content['parameters'] : undefined
  if (!Array.isArray(list) || list.length === 0) return { problem: 'noList', at: 0, text: '' }
  const keys = isRecord(content) ? (content['keys'] ?? {}) : {}
  if (!isKeys(keys)) return { problem: 'badKeys', at: 0, text: '' }
  const uses = isRecord(content) ? (content['uses'] ?? {}) : {}
  if (!isUses(uses)) return { problem: 'badUses', at: 0, text: '' }
  const imported: Imported[] = []
  for (const [index, item] of list.entries()) {
    const at = index + 1
    const { check, id = `p${at}`, name, message } = isRecord(item) ? item : {}
    if (typeof check !== 'string') return { problem: 'noCheck', at, text: '' }
    const known = findCheck(check)
    if (!known) return { problem: 'unknownCheck', at, text: check }
    const code = String(id)
    if (code.trim() === '' || code.length > LONGEST_CODE) return { problem: 'badCode', at, text: code }
    if (imported.some((other) => other.code === code)) return { problem: 'twice', at, text: code }
    const use = Object.hasOwn(uses, code) ? uses[code] : undefined
    imported.push({ code, check: known.id, ...nameOf(name, code), body: keyed(bodyOf(item), keys), said: saidOf(message, use) })
  }
  return { imported }
}

const messagesIn = (said: Said | undefined): Message => (said ? { messageZh: said.messageZh, messageEn: said.messageEn } : {})
const useOf = ({ gates, autoQuery }: Said): Uses[string] => ({
  ...(gates.length > 0 ? { gates } : {}),
  ...(autoQuery ? { autoQuery } : {}),
})
export const printParameterFile = (items: readonly (Lineage & { body: Body; said?: Said | undefined })[]): ParameterFile => {
  const uses = items.flatMap(({ code, said }) => (said && (said.autoQuery || said.gates.length > 0) ? [[code, useOf(said)] as const] : []))
  return {
    parameters: items.map(({ body, said, ...lineage }) => parameterOf({ ...lineage, ...messagesIn(said) }, body)),
    ...(uses.length > 0 ? { uses: Object.fromEntries(uses) } : {}),
  }
}
