import { deflateRawSync } from 'node:zlib'
import type { Cell, Sample } from '../../src/qc/source/testing/damage.ts'
import { writeZip } from '../../src/qc/source/testing/write-zip.ts'

export type Written = { columns: readonly string[]; rows: readonly (readonly Cell[])[] }

const quoted = (cell: Cell): string => (cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`)
const csv = ({ columns, rows }: Written): Buffer => Buffer.from([columns, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''))
const objects = ({ columns, rows }: Written): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])))

/** Formats of text, and what packs them: the cells of a table that an independent writer wrote too. */
export function textSamples(tables: readonly Written[]): Record<string, Sample[]> {
  const make = (ending: string, bytes: (table: Written) => Buffer, endless: boolean): Sample[] =>
    tables.map((table, at) => ({ name: `t${at}.${ending}`, bytes: bytes(table), rows: table.rows, endless }))
  return {
    csv: make('csv', csv, true),
    json: make('json', (table) => Buffer.from(JSON.stringify(objects(table))), true),
    ndjson: make(
      'ndjson',
      (table) =>
        Buffer.from(
          objects(table)
            .map((row) => `${JSON.stringify(row)}\n`)
            .join(''),
        ),
      true,
    ),
    zip: make('csv.zip', (table) => zipOf(csv(table)), false),
    vcf: [variants()],
    fastq: [reads()],
  }
}

const zipOf = (content: Buffer): Buffer => writeZip([{ name: 't.csv', content }])

function variants(): Sample {
  const rows = Array.from({ length: 30 }, (_, at): string[] => ['1', String(10 * at + 1), `rs${at}`, 'A', 'C', '50', 'PASS', '.'])
  const head = ['##fileformat=VCFv4.3', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO']
  return { name: 'v.vcf', bytes: Buffer.from([...head, ...rows.map((row) => row.join('\t')), ''].join('\n')), rows, endless: true }
}

function reads(): Sample {
  const rows = Array.from({ length: 30 }, (_, at): Cell[] => [`r${at}`, 4, 50, 0, 40, 40])
  return { name: 'r.fastq', bytes: Buffer.from(rows.map(([name]) => `@${name}\nACGT\n+\nIIII\n`).join('')), rows, endless: true }
}

const element = (group: number, number: number, vr: string, text: string): Buffer => {
  const value = Buffer.from(text.length % 2 ? `${text} ` : text)
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}

export const IMAGE = { header: { Modality: 'MR', PatientID: 'S001', SliceThickness: '1.25' }, bytes: [false, true].map(image) }

/** As it is, or deflated. */
function image(packed: boolean): Buffer {
  const body = Buffer.concat([
    element(8, 0x60, 'CS', 'MR'),
    element(0x10, 0x20, 'LO', 'S001'),
    element(0x18, 0x50, 'DS', '1.25'),
    element(0x7fe0, 0x10, 'US', 'x'.repeat(400)),
  ])
  const meta = element(2, 0x10, 'UI', packed ? '1.2.840.10008.1.2.1.99' : '1.2.840.10008.1.2.1\0')
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), meta, packed ? deflateRawSync(body) : body])
}
