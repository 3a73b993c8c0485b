import { createHash } from 'node:crypto'
import type { StoredContent } from '../dictionary/load.ts'
import { giveStudy, odmFile } from '../exchange/odm/give.ts'
import type { GivenStudy } from '../exchange/odm/give.ts'
import { writeOdm } from '../exchange/odm/write.ts'
import { lineOf, manifestOf } from '../lock/content.ts'
import type { FormHash, Manifest, StoredRecord } from '../lock/content.ts'
import { storedIn, storedText } from '../lock/stored.ts'
import type { FormTable } from '../lock/stored.ts'
import { listedOf } from './listed.ts'
import { READ_ME } from './read-me.ts'

type Text = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
export type Part = { readonly name: string; readonly text: Text }
/** A file of the archive with its size and hash. */
export type ArchivedFile = { readonly name: string; readonly size: number; readonly sha256: string }

export type Archiving = {
  readonly study: GivenStudy & { readonly id: number }
  readonly forms: readonly FormTable[]
  readonly dictionaries: readonly { readonly number: number; readonly content: StoredContent }[]
  readonly reports: readonly Part[]
  readonly madeAt: string
  /** How an entry of the audit trail is written as one text. */
  readonly frame: string
  read(text: string, values: readonly unknown[]): AsyncIterable<Readonly<Record<string, unknown>>>
}
export type Archived = { readonly content: Manifest; readonly files: readonly ArchivedFile[] }

const cell = (text: string | null): string => (text === null ? '' : /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const row = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`

async function* lines(rows: AsyncIterable<unknown>) {
  for await (const one of rows) yield `${JSON.stringify(one)}\n`
}

/** What a slot is called: by its variable, also where only an earlier dictionary had it. */
const namesOf = ({ dictionaries }: Archiving, form: string): ReadonlyMap<number, string> =>
  new Map(
    dictionaries
      .toSorted((a, b) => a.number - b.number)
      .flatMap(({ content }) => content.variables.filter((one) => one.form === form).map(({ slot, code }) => [slot, code] as const)),
  )

/** The records of a form as they were signed, line by line, and as a table. Both are read from the same locked rows. */
async function* formParts(archiving: Archiving, form: FormTable, hashes: FormHash[]): AsyncGenerator<Part> {
  const records = async function* (): AsyncGenerator<StoredRecord> {
    for await (const one of archiving.read(storedText(form), [])) yield storedIn(one, form.slots)
  }
  const canonical = async function* () {
    const sum = createHash('sha256')
    let count = 0
    for await (const record of records()) {
      const line = lineOf(record)
      sum.update(line)
      count++
      yield line
    }
    hashes.push({ form: form.code, records: count, hash: sum.digest('hex') })
  }
  const table = async function* () {
    const names = namesOf(archiving, form.code)
    yield `\uFEFF${row(['subject', 'visit', 'instance', 'entry', ...form.slots.map((slot) => names.get(slot) ?? `v${slot}`)])}`
    for await (const { subject, visit, instance, entry, values } of records())
      yield row([subject, visit, String(instance), String(entry), ...form.slots.map((slot) => values[slot] ?? null)])
  }
  yield { name: `data/${form.code}.ndjson`, text: canonical() }
  yield { name: `data/${form.code}.csv`, text: table() }
}

async function* partsOf(archiving: Archiving, hashes: FormHash[]): AsyncGenerator<Part> {
  const { study, forms, dictionaries, reports, madeAt, frame, read } = archiving
  yield { name: 'README.txt', text: [READ_ME] }
  for (const form of forms) yield* formParts(archiving, form, hashes)
  for (const { number, content } of dictionaries)
    yield { name: `dictionary/${number}.json`, text: [`${JSON.stringify(content, null, 2)}\n`] }
  yield { name: 'dictionary/study.odm.xml', text: writeOdm(odmFile(study, madeAt), giveStudy(study), []) }
  for (const { name, text, values } of listedOf(study.id, forms, frame)) yield { name, text: lines(read(text, values)) }
  yield* reports
}

async function* measured(text: Text, keep: (file: Omit<ArchivedFile, 'name'>) => void) {
  const sum = createHash('sha256')
  let size = 0
  for await (const chunk of text) {
    sum.update(chunk)
    size += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
    yield chunk
  }
  keep({ size, sha256: sum.digest('hex') })
}

/** The files of a study's archive one after the other; `told` is complete when the last has been read. */
export const archiveOf = (archiving: Archiving): { parts: AsyncGenerator<Part>; told(): Archived } => {
  const files: ArchivedFile[] = []
  const hashes: FormHash[] = []
  const content = () => manifestOf(hashes)
  async function* parts() {
    for await (const { name, text } of partsOf(archiving, hashes))
      yield { name, text: measured(text, (file) => void files.push({ name, ...file })) }
    const { study, madeAt } = archiving
    const about = { study: study.code, title: study.title, titleEn: study.titleEn, dictionary: study.number, madeAt, content: content() }
    const text = [`${JSON.stringify(about, null, 2)}\n`]
    yield { name: 'archive.json', text: measured(text, (file) => void files.push({ name: 'archive.json', ...file })) }
    yield { name: 'SHA256SUMS', text: files.map(({ name, sha256 }) => `${sha256}  ${name}\n`) }
  }
  return { parts: parts(), told: () => ({ content: content(), files }) }
}
