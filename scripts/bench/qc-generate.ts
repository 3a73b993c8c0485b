import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** The same numbers on every machine: a 32-bit xorshift. */
function random(seed: number): () => number {
  let state = seed | 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

async function write(
  file: string,
  header: string,
  rows: number,
  row: (index: number) => string,
  until?: number,
): Promise<{ rows: number; bytes: number }> {
  const output = createWriteStream(file)
  let bytes = Buffer.byteLength(header) + 1
  output.write(`${header}\n`)
  let done = 0
  const enough = until ?? Number.POSITIVE_INFINITY
  while (done < rows && bytes < enough) {
    const lines: string[] = []
    for (let count = 0; count < 5000 && done < rows; count++) lines.push(row(++done))
    const text = `${lines.join('\n')}\n`
    bytes += Buffer.byteLength(text)
    if (!output.write(text)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'close')
  return { rows: done, bytes }
}

export const VISIT_COLUMNS = [
  'subject_id',
  'site',
  'sex',
  'name',
  'visit_date',
  'end_date',
  'sbp',
  'dbp',
  'glucose',
  'mobile',
  'arm',
  'note',
] as const

/** Visits of a multi-centre study with planted mistakes of every kind the twelve checks look for. */
export function generateVisits(file: string, rows: number, until?: number): Promise<{ rows: number; bytes: number }> {
  const next = random(20261116)
  const days = Array.from({ length: 1700 }, (_, index) => new Date(Date.UTC(2020, 0, 1) + index * 86_400_000).toISOString().slice(0, 10))
  const pad = (value: number, size: number) => String(value).padStart(size, '0')
  let previous = ''
  const row = (index: number): string => {
    if (index % 50_000 === 0) return previous
    const day = Math.floor(next() * 1500)
    const id = next() < 1e-4 ? index - 1 : index
    const end = next() < 0.002 ? Math.max(0, day - 3) : day + Math.floor(next() * 60)
    const sbp = next() < 0.002 ? '' : next() < 0.001 ? 400 : 90 + Math.floor(next() * 80)
    const dbp = next() < 0.001 ? '' : next() < 0.0005 ? 12 : 60 + Math.floor(next() * 40)
    previous = [
      next() < 1e-5 ? '' : `P${pad(id, 8)}`,
      `S${pad(1 + Math.floor(next() * 30), 2)}`,
      next() < 0.001 ? 'X' : next() < 0.5 ? '男' : '女',
      next() < 0.003 ? '' : `受试者${index % 9973}`,
      days[day],
      days[end],
      sbp,
      dbp,
      (next() < 0.0005 ? 45 + next() * 10 : 3.9 + next() * 4).toFixed(2),
      `1${3 + Math.floor(next() * 7)}${pad(Math.floor(next() * 1e8), next() < 0.001 ? 8 : 9)}`,
      next() < 0.5 ? 'A' : 'B',
      next() < 0.7 ? '' : `复查 ${Math.floor(next() * 1000)}`,
    ].join(',')
    return previous
  }
  return write(file, VISIT_COLUMNS.join(','), rows, row, until)
}

export function generateWide(file: string, columns: number, rows: number): Promise<{ rows: number; bytes: number }> {
  const next = random(7)
  const names = Array.from({ length: columns - 1 }, (_, index) => `基因_${index}`)
  return write(file, ['sample', ...names].join(','), rows, (index) =>
    [`S${index}`, ...names.map(() => (next() < 0.01 ? '' : (next() * 20).toFixed(3)))].join(','),
  )
}

/** Eighty typed columns by SQL: 40 numbers, 20 short texts, 10 dates, 10 codes, some of each wrong. */
export function measurementsSql(rows: number): string {
  const noise = (index: number) => `hash(i * 80 + ${index})`
  const columns = [
    `i AS id`,
    ...Array.from(
      { length: 39 },
      (_, index) =>
        `CASE WHEN ${noise(index)} % 500 = 0 THEN NULL WHEN ${noise(index)} % 1000 = 1 THEN 9999.0 ELSE (${noise(index)} % 10000) / 100.0 END::DOUBLE AS n${index}`,
    ),
    ...Array.from(
      { length: 20 },
      (_, index) => `CASE WHEN ${noise(100 + index)} % 700 = 0 THEN NULL ELSE 'T' || (${noise(100 + index)} % 5000) END AS t${index}`,
    ),
    ...Array.from({ length: 10 }, (_, index) => `DATE '2020-01-01' + (${noise(200 + index)} % 2000)::INTEGER AS d${index}`),
    ...Array.from(
      { length: 10 },
      (_, index) =>
        `CASE ${noise(300 + index)} % 5 WHEN 0 THEN 'A' WHEN 1 THEN 'B' WHEN 2 THEN 'C' WHEN 3 THEN 'D' ELSE CASE WHEN ${noise(300 + index)} % 2000 = 4 THEN '?' ELSE 'E' END END AS c${index}`,
    ),
  ]
  return `SELECT ${columns.join(', ')} FROM range(1, ${rows + 1}) r(i)`
}

/** One delivery of 20 columns, keyed by subject and visit; the second has a changed cell in every hundredth row, ten rows gone and ten new. */
export function deliverySql(rows: number, isSecond: boolean): string {
  const cells = Array.from({ length: 18 }, (_, index) => {
    const noise = `hash(i * 20 + ${index})`
    const number = `((${noise} % 10000) / 100.0)::VARCHAR`
    const date = `(DATE '2020-01-01' + (${noise} % 1500)::INT)::VARCHAR`
    const value = [number, `'T' || (${noise} % 1000)`, date][index % 3]
    const changed = `hash(i) % 100 = 0 AND hash(i * 7) % 18 = ${index}`
    return `${isSecond ? `CASE WHEN ${changed} THEN 'x' ELSE ${value} END` : value} AS c${index}`
  })
  const from = isSecond ? 10 : 0
  return `SELECT 'P' || lpad((i // 4)::VARCHAR, 8, '0') AS subject, 'V' || (i % 4) AS visit, ${cells.join(', ')} FROM range(${from}, ${rows + from}) t(i)`
}
