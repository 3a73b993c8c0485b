import type { Status } from '../result.ts'
import { text, type Text } from '../text.ts'
import { share } from '../verdict.ts'
import { STATUS_SIGNS, STATUS_WORDS } from '../words.ts'
import { both, cell, html, NOTHING, type Markup } from './markup.ts'
import type { ReportChange, ReportChart, ReportHistory, ReportRun, ReportSaid } from './model.ts'
import { count, percentText, scoreText, shortNumber } from './number.ts'

const MOST_CHANGES = 200
const KINDS: Readonly<Record<ReportChange['kind'], { sign: string; tone: Status; word: Text }>> = {
  worse: { sign: '↓', tone: 'failed', word: text('变差', 'worse') },
  still: { sign: '=', tone: 'warned', word: text('仍未通过', 'still not passed') },
  better: { sign: '↑', tone: 'passed', word: text('变好', 'better') },
  elsewhere: { sign: '–', tone: 'not_applicable', word: text('只有一次判断过', 'judged only once') },
}

/** What became of it since the run before, and whether it is out of control over all of them. */
export function history({ history: told, score }: ReportRun): Markup {
  return told ? html`${comparison(told, score.score)}${charts(told)}` : NOTHING
}

function comparison({ before }: ReportHistory, now: number | null): Markup {
  const { changes } = before
  const counted = Object.entries(KINDS).flatMap(([kind, { sign, tone, word }]) => {
    const n = changes.filter((change) => change.kind === kind).length
    return n > 0 ? [html`<span class="${tone}">${sign} ${both(word)} ${count(n)}</span> `] : []
  })
  const shown = changes.slice(0, MOST_CHANGES)
  return html`<section id="comparison">
    <h2>${both(text('与上次运行比较', 'Compared with the run before'))}</h2>
    <p>
      ${cell(before.title)} <span class="dim">${moment(before.at)}</span> · ${both(text('总分', 'score'))} ${scoreText(before.score)} →
      <b>${scoreText(now)}</b>
    </p>
    <p class="kinds">${counted.length > 0 ? counted : both(text('两次都通过的之外没有变化', 'nothing but what passed in both'))}</p>
    ${
      shown.length > 0
        ? html`<div class="wide">
            <table class="changes">
              <tr>
                <th scope="col"></th>
                <th scope="col">${both(text('检查', 'Check'))}</th>
                <th scope="col">${both(text('上次', 'Before'))}</th>
                <th scope="col">${both(text('这次', 'Now'))}</th>
              </tr>
              ${shown.map(line)}
            </table>
          </div>`
        : NOTHING
    }
    ${
      changes.length > shown.length
        ? html`<p class="dim">${both(text(`另有 ${changes.length - shown.length} 项`, `${changes.length - shown.length} more`))}</p>`
        : NOTHING
    }
  </section>`
}

const line = ({ kind, title, code, now, before }: ReportChange): Markup => {
  const { sign, tone, word } = KINDS[kind]
  return html`<tr>
    <td class="${tone}" title="${word.zh} · ${word.en}">${sign}</td>
    <th scope="row">${both(title)} <span class="dim">${cell(code)}</span></th>
    <td>${said(before)}</td>
    <td>${said(now)}</td>
  </tr>`
}

const said = (one: ReportSaid | null): Markup =>
  one
    ? html`<span class="${one.status}">${STATUS_SIGNS[one.status]} ${both(STATUS_WORDS[one.status])}</span>
        <span class="dim">${count(one.violated)}/${count(one.denominator)} · ${percentText(share(one)).replace(' ', '\u00A0')}</span>`
    : html`–`

const charts = ({ charts: all }: ReportHistory): Markup =>
  html`<section id="control">
    <h2>${both(text('控制图', 'Control charts'))}</h2>
    <p class="dim">
      ${both(
        text(
          '历次运行，最后一点是这次；线为均值和 ±2、±3 个标准差，▲ 标出违反 Westgard 规则的点。除总分外，只画这次失控的检查。',
          'All runs, the last point is this one; lines are the mean and ±2 and ±3 standard deviations, ▲ marks points that break a Westgard rule. Beside the score only checks that are out of control in this run.',
        ),
      )}
    </p>
    <div class="controls">${all.map(chart)}</div>
  </section>`

/** Drawn without letters, which would shrink with the picture: they stand beside and above it as text of the page. */
const [WIDTH, HEIGHT, EDGE] = [1000, 300, 20]
/** A label's share of the height. */
const LABEL = 0.09
const LINES = [3, 2, 0, -2, -3] as const

function chart({ title, unit, limits, points }: ReportChart): Markup {
  const levels = limits ? LINES.map((times) => ({ times, at: limits.mean + times * limits.sd })) : []
  const all = [...points.map(({ figure }) => figure), ...levels.map(({ at }) => at)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = high - low || 1
  // Where lines lie too close for their labels the inner ones go without.
  const isRoomy = (gap: number): boolean => ((limits?.sd ?? 0) * gap) / span > LABEL
  const labels = levels.filter(({ times }) => times === 0 || isRoomy(1) || (Math.abs(times) === 3 && isRoomy(3)))
  const x = (at: number): number => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, points.length - 1)
  const y = (figure: number): number => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (figure - low)) / span
  const percent = (value: number, of: number): string => `${((100 * value) / of).toFixed(2)}%`
  const last = points.at(-1)
  const line = points.map(({ figure }, at) => `${at === 0 ? 'M' : 'L'}${tidy(x(at))} ${tidy(y(figure))}`).join('')
  return html`<figure class="control">
    <figcaption>
      <b>${both(title)}</b> <span class="dim">${both(unit)}</span>
      ${last ? html`<span class="n">${shortNumber(Number(last.figure.toPrecision(4)))}</span>` : NOTHING}
      ${last && last.rules.length > 0 ? html`<b class="failed">▲ ${last.rules.join(' ')}</b>` : NOTHING}
    </figcaption>
    <div class="plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${levels.map(({ times, at }) => html`<path class="${times === 0 ? 'mean' : 'limit'}" d="M0 ${tidy(y(at))}H${WIDTH}" />`)}
        <path class="line" d="${line}" />
        ${points.map(({ figure, rules }, at) => html`<path class="dot${rules.length > 0 ? ' failed' : ''}" d="M${tidy(x(at))} ${tidy(y(figure))}h0" />`)}
      </svg>
      ${labels.map(({ times, at }) => html`<span class="level" style="top:${percent(y(at), HEIGHT)}">${times === 0 ? 'x̄' : `${times > 0 ? '+' : '−'}${Math.abs(times)}s`} ${shortNumber(Number(at.toPrecision(3)))}</span>`)}
      ${points.flatMap(({ figure, rules }, at) => (rules.length > 0 ? [html`<span class="broken failed" style="left:${percent(x(at), WIDTH)};top:${percent(y(figure), HEIGHT)}">▲</span>`] : []))}
    </div>
    ${limits ? NOTHING : html`<p class="dim">${both(text('运行次数还不够，不画控制限', 'too few runs for limits'))}</p>`}
    <details class="figures">
      <summary>${both(text('数值', 'Figures'))}</summary>
      <table>
        ${points.map(({ label, at, figure, rules }) => html`<tr${rules.length > 0 ? html` class="failed"` : NOTHING}><td>${label}</td><td>${moment(at)}</td><td class="n">${shortNumber(figure)}</td><td>${rules.join(' ')}</td></tr>`)}
      </table>
    </details>
  </figure>`
}

const moment = (at: string): string => at.slice(0, 16).replace('T', ' ')
const tidy = (value: number): string => String(Math.round(value * 10) / 10)
