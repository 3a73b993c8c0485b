import type { Language, TriedRow, TriedTable } from '#kernel'
import { formatNumber } from '../ui/format.ts'
import { inWords, readSetting, type Body } from './body.ts'
import type { CheckType } from './catalogue.ts'

type Say = (key: string, values: Record<string, string>) => string
type Asked = { check: CheckType; body: Body; row: TriedRow; columns: TriedTable['columns']; language: Language }
/** How a column and a setting are called. */
type Called = { column(name: string): string; yes: string; no: string; and: string }

const EMPTY = '∅'

/** The columns of a row that a violation speaks of; of a row that is fine, those that the rule names, or all that are shown. */
export const lookedIn = ({ check, body, row, columns }: Omit<Asked, 'language'>): ReadonlySet<string> => {
  const shown = columns.map(({ name }) => name)
  const blamed = (row.field ?? '').split(', ').filter((name) => shown.includes(name))
  if (blamed.length > 0) return new Set(blamed)
  const settings = [...check.settings.target, ...check.settings.params]
  const said = JSON.stringify(
    settings.filter(({ names, expression }) => names ?? expression).map(({ path }) => readSetting(body, path) ?? ''),
  ).toLowerCase()
  const words = new Set(said.match(/[\p{L}_][\p{L}\p{N}\p{M}_.]*/gu))
  const named = shown.filter((name) => words.has(name.toLowerCase()))
  return new Set(named.length > 0 ? named : shown)
}

const cellsOf = (asked: Asked, { column, and }: Called): string => {
  const looked = lookedIn(asked)
  const { row, columns } = asked
  const cells = columns.flatMap(({ name }, at) => (looked.has(name) ? [`${column(name)} = ${row.cells[at] ?? EMPTY}`] : []))
  // What a check over other columns or tables shows is none of these.
  return cells.length > 0 ? cells.join(and) : `${row.field ?? ''} = ${row.value ?? EMPTY}`
}

/** The limits and conditions that the rule was given, in the words of its form. */
const askedFor = ({ check, body, language }: Asked, { yes, no, column, and }: Called): string =>
  check.settings.params
    .flatMap(({ path, label, options, names }) => {
      const value = readSetting(body, path)
      const choice = (one: string) => options?.[one]?.[language] ?? (names === 'column' ? column(one) : one)
      return value === undefined || value === null || value === '' ? [] : [`${label[language]} ${inWords(value, { choice, yes, no })}`]
    })
    .join(and)

/** The one value that stands against a lower and an upper limit, where the check is about such. */
const against = ({ check, body, row, columns, language }: Asked): { key: string; limit: string } | null => {
  const [min, max] = [readSetting(body, ['params', 'min']), readSetting(body, ['params', 'max'])]
  const value = Number(row.cells[columns.findIndex(({ name }) => name === row.field)] ?? row.value ?? Number.NaN)
  if (check.slug !== 'range' || !Number.isFinite(value)) return null
  if (typeof max === 'number' && value >= max) return { key: 'above', limit: formatNumber(max, language) }
  return typeof min === 'number' && value <= min ? { key: 'below', limit: formatNumber(min, language) } : null
}

/** Why a row was blamed or not: the values, then what the rule asks of them. */
export const reasonOf = (asked: Asked, t: Say, called: Called): string => {
  const { check, row, language } = asked
  const cells = cellsOf(asked, called)
  const limits = askedFor(asked, called)
  const given = limits && t('trial.given', { limits })
  if (row.verdict === 'passed') return t('trial.fits', { cells, title: check.title[language], given })
  const beyond = against(asked)
  if (beyond) return t(`trial.${beyond.key}`, { cells, limit: beyond.limit })
  return t('trial.breaks', { cells, counts: check.counts[language], given })
}
