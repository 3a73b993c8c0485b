import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { profileTable } from '../profile/profile.ts'
import type { TableProfile } from '../profile/types.ts'
import { buildReport, type ReportInput } from '../report/build.ts'
import { renderReport } from '../report/render.ts'
import { renderWorkbook } from '../report/workbook.ts'
import type { QcDatabase } from '../table.ts'
import { text } from '../text.ts'
import type { Invocation } from './arguments.ts'
import { writeWhole } from './output-file.ts'
import { noteLine } from './source-report.ts'
import type { Session } from './session.ts'

/** Rows per check: a page is read, a workbook is worked through. */
const FIRST = { html: 20, xlsx: 1000 }

export type Reported = Pick<ReportInput, 'run' | 'parameters' | 'profiles'> & { parameterFile?: string }

/** One sentence per written file. */
export async function renderReports(
  invocation: Invocation,
  { db, tables, progress }: Pick<Session, 'tables' | 'progress'> & { db: QcDatabase },
  given: Reported,
): Promise<string[]> {
  const { language } = invocation
  const { parameterFile, ...rest } = given
  const profiles: TableProfile[] = [...(given.profiles ?? [])]
  // Once for all files: it is the dearest part.
  if (!given.profiles) for (const table of tables) profiles.push(await profileTable(db, table, { identifying: invocation.identifying }))
  const names = tables.map((table) => path.basename(table.source.path)).join(', ')
  const input: Omit<ReportInput, 'first'> = {
    database: db,
    tables,
    language,
    title: given.run ? text(`质控报告 ${names}`, `Quality report ${names}`) : text(`数据概况 ${names}`, `Data profile ${names}`),
    made: new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19),
    facts: parameterFile
      ? [{ label: text('参数', 'Parameters'), value: `${path.basename(parameterFile)} · sha256 ${await hashOf(parameterFile)}` }]
      : [],
    notes: ({ source }) => source.notes.map((note) => text(noteLine(note, 'zh'), noteLine(note, 'en'))),
    identifying: invocation.identifying,
    onProgress: (done, total) => progress.show(language === 'zh' ? '报告' : 'report', done, total),
    ...rest,
    profiles,
  }
  const said: string[] = []
  for (const file of invocation.reports) {
    const isPage = /\.html$/i.test(file)
    const model = await buildReport({ ...input, first: invocation.first ?? (isPage ? FIRST.html : FIRST.xlsx) })
    const content = isPage ? renderReport(model) : await renderWorkbook(model)
    await writeWhole(file, (draft) => writeFile(draft, content))
    said.push(`${language === 'zh' ? '报告已写入' : 'report written to'} ${file} (${(await stat(file)).size.toLocaleString('en')} B)`)
  }
  return said
}

const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16)
