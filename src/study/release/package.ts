import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { QcWorkspace } from '#qc'
import { literal } from '#qc/sql.ts'
import { writeAlso, type LeftOut, type WriteWorkbook } from './also.ts'
import { measure, suppress, type Anonymity } from './anonymity.ts'
import { applyPlan, type Applying, type Released } from './apply.ts'
import { dictionaryCsv, dictionaryOdm } from './described.ts'
import { reportPage } from './report-page.ts'
import { lookAt, peopleIn, rowsIn, SMALLEST, type Look } from './figure.ts'

import { NOTHING_JUDGED, type Quality } from './quality.ts'
import { tellQuality, type QualityTold } from './tell-quality.ts'

export type PackageFile = { name: string; sha256: string; rows?: number }
export type Evidence = {
  project: Readonly<Record<string, unknown>>
  study: string
  dictionary: number
  engine: string
  madeAt: string
  cohort: string | null
  /** Subjects who have withdrawn, whose data are not here; null: some, and fewer than five. */
  withdrawnSubjects: number | null
  sources: { form: string; rows: number; sha256: string }[]
  deidentification: {
    site: string
    variables: { form: string; variable: string; sensitivity: number; treatment: unknown; quasi: boolean }[]
    k: { wanted: number; found: number | null; reached: number | null }
    l: { wanted: number; found: number | null; reached: number | null } | null
    suppressedSubjects: number
    limits: string
  }
  quality: QualityTold
  files: PackageFile[]
  /** Asked for, and why it is not here. */
  leftOut: LeftOut[]
}
export type Packed = {
  evidence: Evidence
  look: Look[]
  subjects: number
  rows: number
  before: Anonymity
  after: Anonymity
  /** Names and places of all files of the package, in their order. */
  files: { name: string; path: string }[]
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
const LIMITS =
  'k-anonymity does not protect against somebody who knows many other attributes of a person. What was downloaded cannot be called back.'

const FORMATS = { csv: 'FORMAT csv, HEADER true', parquet: 'FORMAT parquet, COMPRESSION zstd' } as const
const writeData = async (db: QcWorkspace, released: readonly Released[], format: keyof typeof FORMATS, folder: string) => {
  const files: (PackageFile & { path: string })[] = []
  for (const one of released) {
    const name = `data/${one.code}.${format}`
    const path = join(folder, `data-${one.id}.${format}`)
    await db.run(`COPY (SELECT * FROM ${one.relation} ORDER BY "subject", "visit", "instance") TO ${literal(path)} (${FORMATS[format]})`)
    files.push({ name, path, sha256: await hashOf(path), rows: await rowsIn(db, one) })
  }
  return files
}

type About = Pick<Evidence, 'project' | 'study' | 'dictionary' | 'engine' | 'madeAt' | 'withdrawnSubjects'>
export type Place = { folder: string; workbook: WriteWorkbook; quality?: Quality }
/** The files of a release in a folder. Null: so few persons are left that nothing can be released. */
export const pack = async (
  applying: Applying,
  about: About,
  { folder, workbook, quality = NOTHING_JUDGED }: Place,
): Promise<Packed | null> => {
  const { db, plan, tables, cohort } = applying
  const released = await applyPlan(applying)
  const before = await measure(db, released, plan)
  await suppress(db, released, plan)
  const after = await measure(db, released, plan)
  const subjects = await peopleIn(db)
  if (subjects < Math.max(SMALLEST, plan.k)) return null
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const data = await writeData(db, released, plan.format, folder)
  const also = await writeAlso(db, released, plan.also ?? [], folder, { at: about.madeAt, workbook })
  const [dictionary, odm] = [join(folder, 'dictionary.csv'), join(folder, 'dictionary.xml')]
  await writeFile(dictionary, dictionaryCsv(released), { mode: 0o600 })
  await writeFile(odm, dictionaryOdm(released, about), { mode: 0o600 })
  const files: (PackageFile & { path: string })[] = [...data]
  for (const one of [...also.files, { name: 'dictionary.csv', path: dictionary }, { name: 'dictionary.xml', path: odm }])
    files.push({ ...one, sha256: await hashOf(one.path) })
  const sources = tables.map(({ code, table }) => ({ form: code, rows: table.rows, sha256: table.source.sha256 ?? '' }))
  const evidence: Evidence = {
    ...about,
    cohort: cohort && `${tables.find(({ id }) => id === cohort.form)?.code ?? ''}: ${cohort.expression}`,
    sources,
    deidentification: {
      site: plan.site,
      variables: released.flatMap(({ code, columns }) =>
        columns.map(({ chosen, offered }) => ({
          form: code,
          variable: offered.code,
          sensitivity: offered.sensitivity,
          treatment: chosen.treatment,
          quasi: chosen.quasi,
        })),
      ),
      k: { wanted: plan.k, found: before.k, reached: after.k },
      l: plan.sensitive ? { wanted: plan.l, found: before.l, reached: after.l } : null,
      suppressedSubjects: before.exposed,
      limits: LIMITS,
    },
    quality: await tellQuality(applying, quality, sources),
    files: files.map(({ name, sha256, rows }) => ({ name, sha256, ...(rows === undefined ? {} : { rows }) })),
    leftOut: also.leftOut,
  }
  const proof = join(folder, 'evidence.json')
  await writeFile(proof, `${JSON.stringify(evidence, null, 2)}\n`, { mode: 0o600 })
  const page = join(folder, 'report.html')
  await writeFile(page, reportPage(evidence), { mode: 0o600 })
  const listed = [...files]
  for (const one of [
    { name: 'report.html', path: page },
    { name: 'evidence.json', path: proof },
  ])
    listed.push({ ...one, sha256: await hashOf(one.path) })
  const sums = join(folder, 'SHA256SUMS')
  await writeFile(sums, listed.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''), { mode: 0o600 })
  const rows = data.reduce((sum, file) => sum + (file.rows ?? 0), 0)
  const all = [...listed.map(({ name, path }) => ({ name, path })), { name: 'SHA256SUMS', path: sums }]
  return { evidence, look: await lookAt(db, released), subjects, rows, before, after, files: all }
}
