import { text } from '../text.ts'
import type { Violation } from '../violations.ts'
import { both, cell, html, NOTHING, type Markup } from './markup.ts'
import type { ReportResult } from './model.ts'
import { count } from './number.ts'

const LONGEST = 200

/** The failing rows themselves, by record number and key. */
export function violationTable({ first, violated, level }: ReportResult): Markup {
  if (first.length === 0) return NOTHING
  const keys = [...new Set(first.flatMap((item) => Object.keys(keyOf(item))))]
  const hasRow = first.some(({ row }) => row !== null)
  // A duplicate row is wrong as a whole: no single cell is to blame.
  const hasCell = level !== 'row' || first.some(({ value }) => value !== null)
  const header = html`<tr>
    ${hasRow ? html`<th class="n">${both(text('记录', 'Record'))}</th>` : NOTHING}${keys.map((key) => html`<th>${cell(key)}</th>`)}${
      hasCell
        ? html`<th>${both(text('字段', 'Field'))}</th>
            <th>${both(text('值', 'Value'))}</th>`
        : NOTHING
    }
  </tr>`
  const rows = first.map((item) => {
    const key = keyOf(item)
    return html`<tr>
      ${hasRow ? html`<td class="n">${item.row === null ? '' : count(item.row)}</td>` : NOTHING}${keys.map((name) => html`<td>${value(key[name] ?? null)}</td>`)}${
        hasCell
          ? html`<td>${cell(item.field)}</td>
              <td class="bad">${value(item.value)}</td>`
          : NOTHING
      }
    </tr>`
  })
  const told =
    violated > first.length
      ? text(`前 ${count(first.length)} 条，共 ${count(violated)} 条`, `first ${count(first.length)} of ${count(violated)}`)
      : undefined
  return html`<div class="rows">
      <table>
        ${header}${rows}
      </table>
    </div>
    ${told ? html`<p class="dim">${both(told)}</p>` : NOTHING}`
}

const value = (given: string | null): Markup =>
  given === null || given === '' ? html`<span class="dim">∅</span>` : cell(given.length > LONGEST ? `${given.slice(0, LONGEST)}…` : given)

/** Kept as JSON text, so that its parts stay apart; a key of another make is shown as it is. */
export function keyOf({ key }: Violation): Readonly<Record<string, string | null>> {
  if (key === null) return {}
  try {
    const parsed: unknown = JSON.parse(key)
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, string | null>
  } catch {
    // Not ours: shown whole below.
  }
  return { key }
}
