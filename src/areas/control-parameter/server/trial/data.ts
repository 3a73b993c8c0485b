import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyTables } from '#server/db/copy-tables.ts'
import type { Db } from '#server/db/database.ts'
import { withFile } from '#server/storage/named-file.ts'
import { Hopeless } from '#server/task/definition.ts'
import type { Tools } from '#server/task/tools.ts'
import { bodyOf, parameterOf } from '#study/parameter/body.ts'
import { MOST_ROWS, type Asked } from '#study/parameter/trial.ts'
import { sampleSql, snapshotForms, snapshotColumns, snapshotSql, type SnapshotForm } from '#study/record/snapshot.ts'
import { tableName } from '#study/record/table.ts'
import { compileRules, wordsIn } from '#study/run/compile.ts'
import { fileSource, formSource, type Source } from '#study/run/source.ts'
import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'

/** What a rule is called as long as it has no name. */
const TRIED = 'rule'
const ruleOf = ({ check, body }: Asked): Parameter => {
  const { name: _, ...rule } = parameterOf({ code: TRIED, check, name: TRIED, nameEn: TRIED }, bodyOf(body))
  return rule
}

export type Data = {
  sources: readonly Source[]
  parameters: readonly Parameter[]
  secret: Readonly<Record<string, readonly string[]>>
  moment: string | null
  number: number | null
  /** By table: how many rows there are where no more than a sample was read. */
  all: Readonly<Record<string, number>>
}

const inFolder = async <T>(tools: Tools, work: (folder: string) => Promise<T>): Promise<T> => {
  const parent = join(tools.config.DATA_DIR, 'work')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'try-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records of the forms that have more of them than a trial reads. */
const counted = async (db: Db, forms: readonly SnapshotForm[], { departments }: Asked): Promise<Record<string, number>> => {
  const all: Record<string, number> = {}
  const countOf = async (text: string) => Number((await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${text}`))[0]?.n ?? 0)
  for (const form of forms) {
    // Most forms are small, and counting what is stored costs nothing beside counting what counts.
    if ((await countOf(`"record"."${tableName(form.id)}"`)) <= MOST_ROWS) continue
    all[form.code] = await countOf(`(${sampleSql(snapshotSql(form), departments, null)}) t`)
  }
  return all
}

/** Of a rule that names what it looks at, only that is read; of one about whole rows or tables, everything. */
const wantedBy = ({ check, body }: Asked): ((name: string) => boolean) => {
  const { target, level, params = {} } = findCheck(check) ?? {}
  const columns = bodyOf(body).columns ?? []
  const isNamed =
    target === 'column' || target === 'columns' || (level === 'row' && Object.values(params).some(({ kind }) => kind === 'expression'))
  if (!isNamed || columns.some((name) => name.includes('*'))) return () => true
  const words = wordsIn(body)
  return (name) => words.has(name.toLowerCase())
}

type Work<T> = (data: Data, folder: string) => Promise<T>
const withRecords = async <T>(tools: Tools, asked: Asked, study: number, work: Work<T>): Promise<T> => {
  const published = await snapshotForms(tools.database, study)
  if (!published) throw new Hopeless('the study has no published dictionary')
  const { forms, dictionary } = published
  const judged = asked.form === null ? forms : forms.filter(({ id }) => id === asked.form)
  const compiled = compileRules([ruleOf(asked)], forms, judged)
  const secret = Object.fromEntries(
    compiled.forms.map(({ code, columns }) => [
      code,
      columns.flatMap(({ name, sensitivity }) => (sensitivity > asked.reads ? [name] : [])),
    ]),
  )
  return inFolder(tools, async (folder) => {
    const files = compiled.forms.map((form) => ({ form, file: join(folder, `form${form.id}.csv`) }))
    const wanted = wantedBy(asked)
    const all = await counted(tools.database, compiled.forms, asked)
    const moment = await copyTables(
      tools.database,
      files.map(({ form, file }) => ({
        file,
        text: sampleSql(snapshotSql(form, wanted), asked.departments, form.code in all ? MOST_ROWS : null),
      })),
    )
    const sources = files.map(({ form, file }) => {
      const own = { columns: snapshotColumns(form, wanted), unread: form.columns.flatMap(({ name }) => (wanted(name) ? [] : [name])) }
      return { ...formSource(form, file), own }
    })
    return work({ sources, parameters: compiled.parameters, secret, moment, number: dictionary, all }, folder)
  })
}

type Newest = { number: number; name: string; sha256: string }
const NEWEST = 'SELECT number, name, sha256 FROM datafile_version WHERE datafile = $1 ORDER BY number DESC LIMIT 1'
const withDatafile = async <T>(tools: Tools, asked: Asked, datafile: number, work: Work<T>): Promise<T> => {
  const [newest] = await tools.database.query<Newest>(NEWEST, [datafile])
  if (!newest) throw new Hopeless('the file has no content')
  const { number, name, sha256 } = newest
  return inFolder(tools, (folder) =>
    withFile(folder, tools.store.pathOf(sha256), name, (file) =>
      work({ sources: [fileSource(datafile, name, file)], parameters: [ruleOf(asked)], secret: {}, moment: null, number, all: {} }, folder),
    ),
  )
}

/** What a rule is tried on, read for this once. */
export const withData = <T>(tools: Tools, asked: Asked, work: Work<T>): Promise<T> =>
  asked.datafile === null ? withRecords(tools, asked, asked.study ?? 0, work) : withDatafile(tools, asked, asked.datafile, work)
