import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from '../text.ts'
import { columnCards } from './column-cards.ts'
import { dimensions, head } from './head.ts'
import { history } from './history.ts'
import { both, html, Markup, NOTHING } from './markup.ts'
import { matrix } from './matrix.ts'
import { missingPicture } from './missing-picture.ts'
import type { ReportLanguage, ReportModel } from './model.ts'
import { results } from './results.ts'

const part = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')
/** In the order of the page; what depends on the medium comes last and wins. */
const style = ['page', 'head', 'history', 'results', 'columns', 'media'].map((name) => part(`style/${name}.css`)).join('\n')
const script = part('page.js')
/** The page may run this one script and load nothing: a report of confidential data cannot speak to anybody. */
const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Not in the template below: its hash covers every blank. */
const scriptElement = new Markup(`<script>${script}</script>`)

/** One file, complete in itself, both languages inside; it reads without its script, which only switches, filters and folds. */
export function renderReport(model: ReportModel): string {
  const { run, tables, language } = model
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title data-zh="${model.title.zh}" data-en="${model.title.en}">${model.title[language]}</title>
        <style>
          ${new Markup(style)}${new Markup(printStyle(model))}
        </style>
      </head>
      <body>
        <nav>
          <a href="#top">${both(model.title)}</a>${links(model)}<span class="spring"></span
          ><button type="button" id="language" title="中文 / English">${both(text('English', '中文'))}</button
          ><button type="button" id="theme" title="◐">◐</button><button type="button" id="print">${both(text('打印', 'Print'))}</button>
        </nav>
        <main id="top">
          ${head(model)} ${run ? html`${dimensions(run)}${history(run)}${matrix(run)}${results(run)}` : NOTHING}
          ${notes(model)}${tables.map((table) => html`${missingPicture(table)}${columnCards(table)}`)}
        </main>
        ${scriptElement}
      </body>
    </html>`
  return page.source
}

const links = ({ run }: ReportModel): Markup =>
  run
    ? html`<a href="#results">${both(text('结果', 'Results'))}</a><a href="#data">${both(text('数据', 'Data'))}</a>`
    : html`<a href="#data">${both(text('数据', 'Data'))}</a>`

function notes({ tables }: ReportModel): Markup {
  const noted = tables.filter((table) => table.notes.length > 0)
  return html`<div id="data"></div>
    ${noted.map(
      (table) =>
        html`<section class="notes">
          <h2>${both(text('读入时的发现', 'Noticed while reading'))} <span class="dim">${table.name}</span></h2>
          <ul>
            ${table.notes.map((note) => html`<li>${both(note)}</li>`)}
          </ul>
        </section>`,
    )}`
}

/** The same file, first shown in another language. */
export const reportIn = (report: string, language: ReportLanguage): string =>
  report.replace(/<html lang="\w+">/, `<html lang="${language}">`)

/** Every printed page says which report it is, of which data, and which page of how many, in the language that is shown. */
const printStyle = (model: ReportModel): string => (['zh', 'en'] as const).map((language) => pageStyle(model, language)).join('')

function pageStyle(model: ReportModel, language: ReportLanguage): string {
  const title = model.title[language]
  const hash = model.tables.find(({ source }) => source.sha256)?.source.sha256
  const signer = model.facts.at(-1)
  const foot = [
    model.made.replace('T', ' '),
    hash && `sha256 ${hash}`,
    signer ? `${signer.label[language]} ${typeof signer.value === 'string' ? signer.value : signer.value[language]}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
  return `html[lang^='${language}'] body{page:report-${language}}@page report-${language}{size:A4;margin:16mm 12mm 15mm;@top-left{content:${cssText(title)};font:9px sans-serif;color:#555}@bottom-left{content:${cssText(foot)};font:8px sans-serif;color:#555}@bottom-right{content:counter(page) " / " counter(pages);font:9px sans-serif;color:#555}}`
}

/** Nothing of a title may end the string it stands in, nor the style. */
const cssText = (value: string): string =>
  `"${[...value].map((sign) => (/[\p{L}\p{N} .:,/·×…-]/u.test(sign) ? sign : `\\${sign.codePointAt(0)!.toString(16)} `)).join('')}"`
