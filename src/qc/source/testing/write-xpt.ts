import { numberToIbm } from '../ibm-float.ts'

type Variable = { name: string; label: string; numeric?: boolean; length?: number; format?: string; npos?: number }
type Dataset = {
  version: 5 | 8
  name: string
  label: string
  variables: readonly Variable[]
  rows: readonly (readonly (string | number)[])[]
  /** The number of records that the header states, as SAS writes it into version 8. */
  stated?: number
}

const LIBRARY_BYTES = 240

const pad = (text: string, size: number): Buffer => {
  const bytes = Buffer.alloc(size, 0x20)
  Buffer.from(text, 'utf8').copy(bytes, 0, 0, size)
  return bytes
}
const to80 = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((80 - (bytes.length % 80)) % 80, 0x20)])
const header = (name: string, numbers: string): Buffer => pad(`HEADER RECORD*******${name.padEnd(8)}HEADER RECORD!!!!!!!${numbers}`, 80)

/** A SAS transport file as the published record layouts describe it; numbers given as '.', '.A' … become missing values. */
export function writeXpt({ version, name, label, variables, rows, stated }: Dataset): Buffer {
  const v8 = version === 8
  const zeros = '000000000000000000000000000000  '
  const stamp = '16NOV26:08:00:00'
  const size = (variable: Variable) => (variable.numeric ? 8 : (variable.length ?? 8))
  let position = 0
  const namestrs = variables.map((variable, index) => {
    const bytes = Buffer.alloc(140)
    bytes.writeInt16BE(variable.numeric ? 1 : 2, 0)
    bytes.writeInt16BE(size(variable), 4)
    bytes.writeInt16BE(index + 1, 6)
    pad(variable.name.slice(0, 8), 8).copy(bytes, 8)
    pad(variable.label, 40).copy(bytes, 16)
    pad(variable.format ?? '', 8).copy(bytes, 56)
    pad('', 8).copy(bytes, 72)
    bytes.writeInt32BE(variable.npos ?? position, 84)
    if (v8) {
      pad(variable.name, 32).copy(bytes, 88)
      bytes.writeInt16BE(Buffer.byteLength(variable.label), 120)
    }
    position += size(variable)
    return bytes
  })
  const long = v8
    ? variables.flatMap((variable, index) => (Buffer.byteLength(variable.label) > 40 ? [{ ...variable, number: index + 1 }] : []))
    : []
  const labels = long.map((variable) => {
    const sizes = Buffer.alloc(6)
    sizes.writeInt16BE(variable.number, 0)
    sizes.writeInt16BE(Buffer.byteLength(variable.name), 2)
    sizes.writeInt16BE(Buffer.byteLength(variable.label), 4)
    return Buffer.concat([sizes, Buffer.from(variable.name), Buffer.from(variable.label)])
  })
  const cell = (value: string | number, variable: Variable): Buffer => {
    if (!variable.numeric) return pad(String(value), size(variable))
    if (typeof value === 'number') return Buffer.from(numberToIbm(value))
    const missing = Buffer.alloc(8)
    missing[0] = (value[1] ?? value[0] ?? '.').charCodeAt(0)
    return missing
  }
  return Buffer.concat([
    header(v8 ? 'LIBV8' : 'LIBRARY', zeros),
    pad(`SAS     SAS     SASLIB  9.4     LINUX   ${' '.repeat(24)}${stamp}`, 80),
    pad(stamp, 80),
    header(v8 ? 'MEMBV8' : 'MEMBER', '000000000000000001600000000140  '),
    header(v8 ? 'DSCPTV8' : 'DSCRPTR', zeros),
    v8 ? pad(`SAS     ${name.padEnd(32)}SASDATA 9.4     LINUX   `, 80) : pad(`SAS     ${name.padEnd(8)}SASDATA 9.4     LINUX   `, 80),
    Buffer.concat([pad(stamp, 32), pad(label, 40), pad('', 8)]),
    header(v8 ? 'NAMSTV8' : 'NAMESTR', `00000${String(variables.length).padStart(5, '0')}00000000000000000000  `),
    to80(Buffer.concat(namestrs)),
    ...(long.length > 0 ? [header('LABELV8', String(long.length).padStart(5, '0')), to80(Buffer.concat(labels))] : []),
    header(v8 ? 'OBSV8' : 'OBS', stated === undefined ? zeros : String(stated).padStart(15)),
    to80(Buffer.concat(rows.flatMap((row) => row.map((value, index) => cell(value, variables[index] as Variable))))),
  ])
}

/** Several datasets in one file: one head of the library, then each dataset. */
export const writeXptLibrary = (datasets: readonly Dataset[]): Buffer =>
  Buffer.concat(datasets.map((dataset, index) => writeXpt(dataset).subarray(index === 0 ? 0 : LIBRARY_BYTES)))
