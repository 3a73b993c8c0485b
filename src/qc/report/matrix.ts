import { text } from '../text.ts'
import type { GroupResult } from '../result.ts'
import { share, worstFirst } from '../verdict.ts'
import { STATUS_SIGNS } from '../words.ts'
import { both, cell, html, NOTHING, type Markup } from './markup.ts'
import type { ReportRun } from './model.ts'
import { count, percentText } from './number.ts'
import { groupName } from './results.ts'

const MOST_GROUPS = 40
const MOST_CHECKS = 60

/** Where it is wrong: checks by groups (centres, visits), the group with most findings first. */
export function matrix({ results }: ReportRun): Markup {
  const grouped = worstFirst(results.filter(({ groups }) => groups && groups.length > 0)).slice(0, MOST_CHECKS)
  if (grouped.length === 0) return NOTHING
  const worst = new Map<string, number>()
  for (const { groups = [] } of grouped)
    for (const item of groups) worst.set(groupName(item.group), (worst.get(groupName(item.group)) ?? 0) + badness(item))
  const names = [...worst].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([name]) => name)
  const shown = names.slice(0, MOST_GROUPS)
  const rows = grouped.map((result) => {
    const byName = new Map((result.groups ?? []).map((item) => [groupName(item.group), item]))
    return html`<tr>
      <th scope="row">${both(result.title)} <span class="where">${cell(result.columns.join(', '))}</span></th>
      ${shown.map((name) => mark(byName.get(name)))}
    </tr>`
  })
  const rest = names.length - shown.length
  return html`<section id="matrix">
    <h2>${both(text('检查 × 分组', 'Checks by group'))}</h2>
    <div class="wide">
      <table class="matrix">
        <tr>
          <th></th>
          ${shown.map((name) => html`<th scope="col"><span>${cell(name)}</span></th>`)}
        </tr>
        ${rows}
      </table>
    </div>
    ${rest > 0 ? html`<p class="dim">${both(text(`另有 ${rest} 组`, `${rest} more groups`))}</p>` : NOTHING}
  </section>`
}

const badness = (item: GroupResult): number => (item.status === 'failed' ? 1 + share(item) : item.status === 'warned' ? 0.5 : 0)

const mark = (item: GroupResult | undefined): Markup =>
  item
    ? html`<td class="sign ${item.status}" title="${count(item.violated)} / ${count(item.denominator)} · ${percentText(share(item))}">
        ${STATUS_SIGNS[item.status]}
      </td>`
    : html`<td></td>`
