import { text } from '../text.ts'
import { binsOf, type Bin } from './bins.ts'
import { both, html, NOTHING, type Markup } from './markup.ts'
import type { Bars, Limits } from './model.ts'
import { count, shortNumber } from './number.ts'

const WIDTH = 240
const HEIGHT = 56
/** Room at either end for what lies beyond the axis. */
const EDGE = 10

/** A distribution with its limits as lines; bars beyond a limit, and what lies off the axis beyond one, are red. The figures stand folded below it. */
export function barChart(bars: Bars, limits: readonly Limits[]): Markup {
  const { from, to, counts } = bars
  const most = Math.max(1, ...counts)
  const width = (WIDTH - 2 * EDGE) / counts.length
  const at = (value: number): number => EDGE + ((value - from) / (to - from)) * (WIDTH - 2 * EDGE)
  const bins = binsOf(bars, limits)
  const rects = bins.slice(1, -1).map((bin, index) => {
    if (bin.count === 0) return NOTHING
    const height = Math.max(1, (bin.count / most) * HEIGHT)
    return html`<rect${failed(bin)} x="${tidy(EDGE + index * width)}" y="${tidy(HEIGHT - height)}" width="${tidy(width - 0.6)}" height="${tidy(height)}"><title>${spanOf(bin, bars)}: ${count(bin.count)}</title></rect>`
  })
  const beyond = (bin: Bin | undefined, x: number, sign: string): Markup =>
    bin === undefined || bin.count === 0
      ? NOTHING
      : html`<text${failed(bin)} x="${x}" y="${HEIGHT - 2}" text-anchor="${x === 0 ? 'start' : 'end'}">${sign}<title>${spanOf(bin, bars)}: ${count(bin.count)}</title></text>`
  const lines = limits.flatMap(({ min, max }) =>
    [min, max].flatMap((value) => (value !== undefined && value >= from && value <= to ? [value] : [])),
  )
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" aria-hidden="true" preserveAspectRatio="none">
      ${rects}
      <path d="M0 ${HEIGHT + 0.5}H${WIDTH}" />
      ${beyond(bins[0], 0, '‹')}${beyond(bins.at(-1), WIDTH, '›')}${[...new Set(lines)].map((value) => html`<line x1="${tidy(at(value))}" x2="${tidy(at(value))}" y1="0" y2="${HEIGHT}"><title>${label(value, bars)}</title></line>`)}</svg
    >${limitText(limits)}${figures(bins, bars)}`
}

const failed = ({ isOut }: Bin): Markup => (isOut ? html` class="failed"` : NOTHING)

const spanOf = ({ low, high }: Bin, bars: Bars): string => {
  if (low === null) return `< ${label(high ?? bars.from, bars)}`
  return high === null ? `> ${label(low, bars)}` : `${label(low, bars)} – ${label(high, bars)}`
}

const figures = (bins: readonly Bin[], bars: Bars): Markup =>
  html`<details class="figures">
    <summary>${both(text('数值', 'Figures'))}</summary>
    <table>
      ${bins.filter((bin) => bin.count > 0).map((bin) => html`<tr${failed(bin)}><td>${spanOf(bin, bars)}</td><td class="n">${count(bin.count)}</td></tr>`)}
    </table>
  </details>`

const rangeOf = ({ min, max }: Limits): string =>
  `${min === undefined ? '−∞' : shortNumber(min)} … ${max === undefined ? '∞' : shortNumber(max)}`

const limitText = (limits: readonly Limits[]): Markup => {
  if (limits.length === 0) return NOTHING
  const byRange = Map.groupBy(limits, rangeOf)
  return html`<p class="limits">
    ${[...byRange].map(([range, own], index) => {
      const out = Math.max(...own.map((limit) => limit.out ?? 0))
      return html`${index > 0 ? ' ; ' : ''}${range}${out > 0 ? html` <b class="failed">▲ ${count(out)} ${both(text('个超出', 'beyond'))}</b>` : NOTHING}`
    })}
  </p>`
}

const label = (value: number, { dates }: Bars): string => (dates ? new Date(value * 1000).toISOString().slice(0, 10) : shortNumber(value))

const tidy = (value: number): string => String(Math.round(value * 10) / 10)
