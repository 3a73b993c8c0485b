import { DIMENSIONS } from '../check.ts'
import { CAP } from '../score.ts'
import { text, type Text } from '../text.ts'
import { capOf, verdictOf } from '../verdict.ts'
import { STATUS_SIGNS } from '../words.ts'
import { both, cell, html, NOTHING, type Markup } from './markup.ts'
import type { ReportModel, ReportPart, ReportRun } from './model.ts'
import { count, scoreText } from './number.ts'

const NAMED = 6

/** The sentence, then the score with what capped it, then where everything comes from. */
export function head(model: ReportModel): Markup {
  return html`<header class="top">
    <h1>${both(model.title)}</h1>
    ${model.run ? verdict(model.run) : NOTHING} ${model.run ? scoreBar(model.run) : NOTHING}
    <dl class="facts">
      ${facts(model).map(
        ({ label, value }) =>
          html`<div>
            <dt>${both(label)}</dt>
            <dd>${typeof value === 'string' ? cell(value) : both(value)}</dd>
          </div>`,
      )}
    </dl>
  </header>`
}

function verdict({ results }: ReportRun): Markup {
  const { tone, sentence } = verdictOf(results)
  return html`<p class="verdict ${tone}"><b class="sign" aria-hidden="true">${STATUS_SIGNS[tone]}</b> ${both(sentence)}</p>`
}

function scoreBar(run: ReportRun): Markup {
  const { score, results, previous } = run
  const cap = capOf(score, results)
  const value = score.score
  const named = (mark: string): string => (cap?.by.slice(0, NAMED).join(mark) ?? '') + ((cap?.by.length ?? 0) > NAMED ? ' …' : '')
  const why = cap
    ? text(
        `封顶 ${CAP}：阻断项 ${named('、')} 未通过；不封顶为 ${scoreText(cap.uncapped)}`,
        `capped at ${CAP} because ${named(', ')} (blocking) failed; ${scoreText(cap.uncapped)} without the cap`,
      )
    : undefined
  return html`<div class="score">
    <div class="number">${scoreText(value)}<small> / 100</small></div>
    <div class="scale">
      <div class="track" role="img" aria-label="${scoreText(value)} / 100">
        ${value === null ? NOTHING : html`<span class="fill" style="width:${value.toFixed(2)}%"></span>`}
        ${cap && cap.uncapped !== null ? html`<span class="ghost" style="left:${CAP}%;width:${(cap.uncapped - CAP).toFixed(2)}%"></span>` : NOTHING}
        <span class="cap" style="left:${CAP}%"><em>${CAP}</em></span>
        ${typeof previous === 'number' ? html`<span class="last" style="left:${previous.toFixed(2)}%"><em>${both(text('上次', 'last'))} ${scoreText(previous)}</em></span>` : NOTHING}
      </div>
      <p>
        ${both(text('适用', 'applicable'))}
        ${count(score.applicable)}/${count(score.total)}${why ? html` · <strong>${both(why)}</strong>` : NOTHING} ·
        <span class="dim">${score.formula}</span>
      </p>
    </div>
  </div>`
}

function facts(model: ReportModel): { label: Text; value: string | Text }[] {
  return [
    ...model.tables.flatMap(({ name, rows, width, source }) => [
      {
        label: text(`数据 ${name}`, `Data ${name}`),
        value: [
          `${count(rows)} × ${count(width)}`,
          source.format,
          source.encoding,
          `${count(source.bytes)} B`,
          source.sha256 && `sha256 ${source.sha256.slice(0, 16)}…`,
        ]
          .filter(Boolean)
          .join(' · '),
      },
    ]),
    ...(model.run ? [{ label: text('判断时点', 'Judged as of'), value: model.run.now.replace('T', ' ') }] : []),
    ...(model.run?.by ? [{ label: text('引擎', 'Engine'), value: model.run.by }] : []),
    { label: text('生成', 'Made'), value: model.made.replace('T', ' ') },
    ...model.facts,
  ]
}

export function dimensions({ score, parts = [] }: ReportRun): Markup {
  const own: ReportPart = {
    title: text('维度', 'Dimensions'),
    list: score.dimensions.map((item) => ({ ...item, name: DIMENSIONS[item.dimension] })),
  }
  return html`<section id="dimensions">${[own, ...parts].map(bars)}</section>`
}

const bars = ({ title, list }: ReportPart): Markup =>
  html`<h2>${both(title)}</h2>
    <table class="bars">
      ${list.map(
        (item) =>
          html`<tr>
            <th scope="row">${both(item.name)}</th>
            <td class="n dim">${item.applicable}/${item.total}</td>
            <td class="bar">${item.score === null ? NOTHING : html`<span style="width:${item.score.toFixed(2)}%"></span>`}</td>
            <td class="n">${scoreText(item.score)}</td>
          </tr>`,
      )}
    </table>`
