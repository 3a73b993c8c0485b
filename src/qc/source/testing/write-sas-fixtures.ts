import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { randomOf } from './damage.ts'
import { writeSas7bdat } from './write-sas7bdat.ts'

/** Writes SAS datasets for the tests and adds what they hold to the index; `check_sas.py` proves that two other readers agree. */
const FOLDER = path.join(import.meta.dirname, 'fixtures')
const file = path.join(FOLDER, 'index.json')
const index = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const random = randomOf(17)
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
for (let at = 0; at < 40; at++) {
  const columns = [
    { name: 'id', label: '编号', width: 12 },
    { name: 'weight', label: 'Weight (kg)', width: 8, numeric: true },
    { name: 'short_number', width: 5, numeric: true },
    { name: 'born', format: 'DATE', width: 8, numeric: true },
    { name: 'note', width: pick([1, 30, 200]) },
  ]
  const written = Array.from({ length: pick([0, 1, 2, 9, 45]) }, (_, row) => [
    `S-${row}`,
    pick([null, 61.5, 0.1, -3, 1e20]),
    pick([null, 1, 250, -4]),
    pick([null, 0, 23_440]),
    pick([null, 'x', 'x', 'y']),
  ])
  const shape = { wide: at % 2 === 0, little: at % 4 < 2, packing: pick(['none', 'rle', 'rdc'] as const) }
  const name = `a${at}.sas7bdat`
  writeFileSync(path.join(FOLDER, name), writeSas7bdat({ ...shape, columns, rows: written }))
  const dates = new Map<unknown, string | null>([
    [null, null],
    [0, '1960-01-01'],
    [23_440, '2024-03-05'],
  ])
  index[name] = {
    columns: columns.map((column) => column.name),
    rows: written.map((row) => row.map((cell, column) => (column === 3 ? dates.get(cell) : cell))),
    labels: { id: '编号', weight: 'Weight (kg)' },
    choices: {},
    missing: {},
  }
}
writeFileSync(file, JSON.stringify(index))
