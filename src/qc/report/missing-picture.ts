import { text } from '../text.ts'
import { both, cell, html, named, NOTHING, type Markup } from './markup.ts'
import type { ReportTable } from './model.ts'
import { count } from './number.ts'
import { alphaPng } from './png.ts'

/** More names than these cannot be read side by side; the pointer tells them. */
const NAMED = 40
const BLUE = [47, 111, 181] as const

/** Columns across, records down in the order of the file; the root of the share, so that few missing cells are seen. */
export function missingPicture(table: ReportTable): Markup {
  const { missing, rows, width, columns } = table
  if (!missing || missing.height === 0) return NOTHING
  const total = columns.reduce((sum, column) => sum + column.missing, 0)
  const title = html`<h2>${both(text('缺失', 'Missing values'))} <span class="dim">${named(table)}</span></h2>`
  if (missing.shares.every((line) => line.every((share) => share === 0)))
    return html`<section class="missingness">
      ${title}
      <p class="none">${both(text('没有缺失的单元格。', 'No cell is missing.'))}</p>
    </section>`
  const png = alphaPng(
    missing.shares.map((line) => line.map((share) => Math.round(Math.sqrt(share / 255) * 255))),
    BLUE,
  )
  const told = text(
    `${count(total)} 个单元格缺失；横向为列（${missing.columns.length}/${width}），纵向为记录 1–${count(rows)}，颜色越深缺失越多`,
    `${count(total)} cells are missing; columns across (${missing.columns.length} of ${width}), records 1–${count(rows)} down, darker where more is missing`,
  )
  const names =
    missing.columns.length > NAMED
      ? NOTHING
      : html`<div class="names">${missing.columns.map((column) => html`<span>${cell(column)}</span>`)}</div>`
  return html`<section class="missingness">
    ${title}
    <p class="dim">${both(told)}</p>
    <figure class="matrix-image" data-rows="${rows}" data-columns="${JSON.stringify(missing.columns)}">
      <img alt="" width="${missing.columns.length}" height="${missing.height}" src="data:image/png;base64,${png.toString('base64')}" />
      ${names}
      <figcaption>&nbsp;</figcaption>
    </figure>
  </section>`
}
