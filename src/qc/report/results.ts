import { REASONS } from '../shape.ts'
import { text, type Text } from '../text.ts'
import { share, worstFirst } from '../verdict.ts'
import { SEVERITY_WORDS, STATUS_SIGNS, STATUS_WORDS } from '../words.ts'
import { both, cell, html, NOTHING, type Markup } from './markup.ts'
import type { ReportResult, ReportRun } from './model.ts'
import { count, percentText, shortNumber } from './number.ts'
import { violationTable } from './violation-table.ts'

const GROUPS = 12

/** Worst first; what passed, was skipped or did not apply is folded away. */
export function results({ results: all }: ReportRun): Markup {
  const list = worstFirst(all)
  const open = list.filter(({ status }) => status === 'error' || status === 'failed' || status === 'warned')
  const fold = (statuses: readonly string[], title: Text): Markup => {
    const own = list.filter(({ status }) => statuses.includes(status))
    return own.length === 0
      ? NOTHING
      : html`<details class="fold">
          <summary>${both(title)} <span class="badge">${count(own.length)}</span></summary>
          ${own.map(result)}
        </details>`
  }
  return html`<section id="results">
    <h2>${both(text('结果', 'Results'))}</h2>
    <div class="tools" hidden>
      <input
        type="search"
        id="search"
        autocomplete="off"
        data-zh="查找参数、列、检查…（/）"
        data-en="Find a parameter, column, check… (/)"
      /><span id="chips">${chips(list)}</span><button type="button" id="unfold">${both(text('全部展开', 'Unfold all'))}</button
      ><span id="shown" class="dim"></span>
    </div>
    <div id="list">
      ${open.length === 0 ? html`<p class="none">${both(text('没有未通过或警告的检查。', 'No check failed or warned.'))}</p>` : open.map(result)}
      ${fold(['passed'], text('通过', 'Passed'))}${fold(['not_applicable', 'skipped'], text('不适用或跳过', 'Not applicable or skipped'))}
    </div>
  </section>`
}

const chips = (list: readonly ReportResult[]): Markup[] =>
  (['error', 'failed', 'warned'] as const)
    .map((status) => ({ status, found: list.filter((item) => item.status === status) }))
    .filter(({ found }) => found.length > 0)
    .map(
      ({ status, found }) =>
        html`<button type="button" class="chip ${status}" data-status="${status}" aria-pressed="false">
          ${STATUS_SIGNS[status]} ${both(STATUS_WORDS[status])} ${count(found.length)}
        </button>`,
    )

function result(item: ReportResult): Markup {
  const counted = item.status === 'failed' || item.status === 'warned' || item.status === 'passed'
  const part = share(item)
  const told = counted && !item.measured
  return html`<details class="result" data-status="${item.status}" data-severity="${item.severity}">
    <summary>
      <b class="sign ${item.status}" title="${STATUS_WORDS[item.status].zh} ${STATUS_WORDS[item.status].en}"
        >${STATUS_SIGNS[item.status]}</b
      >
      <span class="what"
        >${both(item.title)} <span class="where">${cell(item.columns.join(', '))}</span
        ><span class="id dim">${cell(item.parameter)}</span></span
      >
      <span class="severity ${item.severity}">${both(SEVERITY_WORDS[item.severity])}</span>
      <span class="n"
        >${told ? html`${count(item.violated)}<small class="dim"> / ${count(item.denominator)}</small>` : typeof item.value === 'number' ? shortNumber(item.value) : NOTHING}</span
      >
      <span class="n">${told && item.denominator > 0 ? percentText(part) : NOTHING}</span>
      <span class="bar"
        >${told && part > 0 ? html`<span class="${item.status}" style="width:${Math.max(1, part * 100).toFixed(1)}%"></span>` : NOTHING}</span
      >
    </summary>
    <div class="body">${about(item)}${groups(item)}${violationTable(item)}</div>
  </details>`
}

function about(item: ReportResult): Markup {
  const why = item.message ?? (item.reason ? REASONS[item.reason] : undefined)
  const facts: (Markup | string)[] = [
    ...(item.counts.en ? [html`${both(text('违规指', 'A violation is'))} ${both(item.counts)}`] : []),
    ...item.settings.map(both),
    ...(item.unread
      ? [
          html`<strong
            >${both(text(`${count(item.unread)} 行有读不出的值，未判断`, `${count(item.unread)} ${item.unread === 1 ? 'row has a value that' : 'rows have values that'} cannot be read, and ${item.unread === 1 ? 'was' : 'were'} not judged`))}</strong
          >`,
        ]
      : []),
    ...(item.fields.length > 1 ? [fieldCounts(item)] : []),
  ]
  return html`${item.told && item.violated > 0 ? html`<p>${both(item.told)}</p>` : NOTHING}${why ? html`<p class="why">${both(why)}</p>` : NOTHING}
    <p class="about">
      ${facts.map((fact, index) => html`${index > 0 ? ' · ' : ''}${fact}`)} <span class="dim">${item.check} ${item.slug}</span>
    </p>`
}

const fieldCounts = ({ fields }: ReportResult): Markup =>
  html`${fields
    .filter(({ violated }) => violated > 0)
    .slice(0, GROUPS)
    .map(({ field, violated }, index) => html`${index > 0 ? ', ' : ''}${cell(field)} ${count(violated)}`)}`

function groups(item: ReportResult): Markup {
  const wrong = (item.groups ?? [])
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .toSorted((one, other) => share(other) - share(one))
  if (wrong.length === 0) return NOTHING
  const rows = wrong.slice(0, GROUPS).map(
    (group) =>
      html`<tr>
        <td><b class="sign ${group.status}">${STATUS_SIGNS[group.status]}</b> ${cell(groupName(group.group))}</td>
        <td class="n">${count(group.violated)}<small class="dim"> / ${count(group.denominator)}</small></td>
        <td class="n">${percentText(share(group))}</td>
        <td class="bar"><span class="${group.status}" style="width:${Math.max(1, share(group) * 100).toFixed(1)}%"></span></td>
      </tr>`,
  )
  const rest = wrong.length - GROUPS
  return html`<table class="groups">
      ${rows}
    </table>
    ${rest > 0 ? html`<p class="dim">${both(text(`另有 ${rest} 组`, `${rest} more groups`))}</p>` : NOTHING}`
}

export const groupName = (group: Readonly<Record<string, string | null>>): string =>
  Object.values(group)
    .map((value) => value ?? '∅')
    .join(' · ')
