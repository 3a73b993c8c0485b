import { html, NOTHING, type Markup } from './markup.ts'
import type { Bars, Limits } from './model.ts'
import { count, shortNumber } from './number.ts'

const WIDTH = 240
const HEIGHT = 56
/** Room at either end for what lies beyond the axis. */
const EDGE = 10

/** A distribution with its limits as lines; bars beyond a limit, and what lies off the axis beyond one, are red. */
export function barChart(bars: Bars, limits: readonly Limits[]): Markup {
  const { from, to, counts } = bars
  const most = Math.max(1, ...counts)
  const width = (WIDTH - 2 * EDGE) / counts.length
  const at = (value: number): number => EDGE + ((value - from) / (to - from)) * (WIDTH - 2 * EDGE)
  const step = (to - from) / counts.length
  const out = (low: number, high: number): boolean =>
    limits.some(({ min, max }) => (min !== undefined && high <= min) || (max !== undefined && low >= max))
  const rects = counts.map((times, index) => {
    if (times === 0) return NOTHING
    const height = Math.max(1, (times / most) * HEIGHT)
    const low = from + index * step
    return html`<rect${out(low, low + step) ? html` class="failed"` : NOTHING} x="${tidy(EDGE + index * width)}" y="${tidy(HEIGHT - height)}" width="${tidy(width - 0.6)}" height="${tidy(height)}"><title>${label(low, bars)} – ${label(low + step, bars)}: ${count(times)}</title></rect>`
  })
  const beyond = (times: number, x: number, sign: string, isOut: boolean): Markup =>
    times === 0
      ? NOTHING
      : html`<text${isOut ? html` class="failed"` : NOTHING} x="${x}" y="${HEIGHT - 2}" text-anchor="${x === 0 ? 'start' : 'end'}">${sign}<title>${sign === '‹' ? '<' : '>'} ${label(sign === '‹' ? from : to, bars)}: ${count(times)}</title></text>`
  const lines = limits
    .flatMap(({ min, max }) => [min, max])
    .filter((value) => value !== undefined && value >= from && value <= to) as number[]
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT + 1}" role="img" preserveAspectRatio="none">
      ${rects}
      <path d="M0 ${HEIGHT + 0.5}H${WIDTH}" />
      ${beyond(bars.below, 0, '‹', out(-Infinity, from))}${beyond(bars.above, WIDTH, '›', out(to, Infinity))}${[...new Set(lines)].map((value) => html`<line x1="${tidy(at(value))}" x2="${tidy(at(value))}" y1="0" y2="${HEIGHT}"><title>${label(value, bars)}</title></line>`)}</svg
    >${limitText(limits)}`
}

const limitText = (limits: readonly Limits[]): Markup =>
  limits.length === 0
    ? NOTHING
    : html`<p class="limits">
        ${[...new Set(limits.map(({ min, max }) => `${min === undefined ? '−∞' : shortNumber(min)} … ${max === undefined ? '∞' : shortNumber(max)}`))].join(' ; ')}
      </p>`

const label = (value: number, { dates }: Bars): string => (dates ? new Date(value * 1000).toISOString().slice(0, 10) : shortNumber(value))

const tidy = (value: number): string => String(Math.round(value * 10) / 10)
