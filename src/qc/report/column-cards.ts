import { text } from '../text.ts'
import { IDENTIFIER_WORDS, TYPE_WORDS } from '../words.ts'
import { barChart } from './bar-chart.ts'
import { both, cell, html, named, NOTHING, type Markup } from './markup.ts'
import type { ReportColumn, ReportTable } from './model.ts'
import { count, percentText, shortNumber } from './number.ts'

const VALUES = 6
const RARE = 0.01

/** One small card for each column: type, missingness, distribution with its limits, or the frequent values. */
export function columnCards(table: ReportTable): Markup {
  const rest = table.width - table.columns.length
  return html`<section class="columns">
    <h2>${both(text('变量', 'Columns'))} <span class="dim">${named(table)}</span></h2>
    <div class="cards">${table.columns.map((column) => card(column, table.rows))}</div>
    ${rest > 0 ? html`<p class="dim">${both(text(`另有 ${count(rest)} 列未画出`, `${count(rest)} more columns are not drawn`))}</p>` : NOTHING}
  </section>`
}

function card(column: ReportColumn, rows: number): Markup {
  const { numbers, dates, bars } = column
  const odd = Math.round(column.filled * (1 - column.typeShare))
  const missing = column.missing / Math.max(1, rows)
  return html`<article class="card">
    <h3>${named(column)}${column.findings > 0 ? html` <b class="failed" title="▲">▲ ${count(column.findings)}</b>` : NOTHING}</h3>
    <p class="dim">
      ${both(TYPE_WORDS[column.type])} · ${column.distinctExact ? '' : '≈ '}${count(column.distinct)} ${both(text('个不同值', 'distinct'))}
    </p>
    ${
      missing > 0
        ? html`<p class="missing">
            <span class="bar"><span style="width:${Math.max(1, missing * 100).toFixed(1)}%"></span></span> ${both(text('缺失', 'missing'))}
            ${percentText(missing)}
          </p>`
        : NOTHING
    }
    ${odd > 0 ? html`<p class="warned">◐ ${both(text(`${count(odd)} 个值读不成${TYPE_WORDS[column.type].zh}`, `${count(odd)} ${odd === 1 ? 'value does' : 'values do'} not read as ${TYPE_WORDS[column.type].en}`))}</p>` : NOTHING}
    ${column.identifiers.length > 0 ? html`<p class="warned">◐ ${both(text('疑似', 'looks like'))} ${column.identifiers.map(({ kind }, index) => html`${index > 0 ? ', ' : ''}${both(IDENTIFIER_WORDS[kind])}`)}</p>` : NOTHING}
    ${bars && !coded(column) ? barChart(bars, column.limits) : topValues(column)}
    ${numbers && !coded(column) ? html`<p class="dim n">${shortNumber(numbers.min)} · <b>${shortNumber(numbers.quantiles.p50)}</b> · ${shortNumber(numbers.max)}</p>` : NOTHING}
    ${dates ? html`<p class="dim n">${dates.min} – ${dates.max}</p>` : NOTHING}
  </article>`
}

/** A code in digits is a value, not a measurement. */
const coded = ({ type, distinct, distinctExact, top, allowed }: ReportColumn): boolean =>
  allowed !== undefined || (type === 'integer' && distinctExact && distinct <= VALUES && top.length > 0)

function topValues({ top, filled, allowed }: ReportColumn): Markup {
  // Where every value is about as rare as the next, none is frequent.
  if (top.length === 0 || top[0]!.count < filled * RARE) return NOTHING
  const most = Math.max(1, ...top.map(({ count: times }) => times))
  const rows = top.slice(0, VALUES).map(({ value, count: times }) => {
    const wrong = allowed !== undefined && !allowed.includes(value)
    return html`<tr title="${count(times)}"><td${wrong ? html` class="failed"` : NOTHING}>${cell(value.length > 40 ? `${value.slice(0, 40)}…` : value)}</td><td class="bar"><span${wrong ? html` class="failed"` : NOTHING} style="width:${Math.max(1, (times / most) * 100).toFixed(1)}%"></span></td><td class="n">${percentText(times / Math.max(1, filled))}</td></tr>`
  })
  return html`<table class="values">
    ${rows}
  </table>`
}
