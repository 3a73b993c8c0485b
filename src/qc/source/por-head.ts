import { NoPor, translationOf, type PorCursor } from './por-text.ts'

type PorValue = number | Buffer
export type PorVariable = {
  /** 0 for numbers, else the bytes of the text. */
  width: number
  name: Buffer
  /** The number of the format it is shown in. */
  format: number
  label: Buffer | undefined
  codes: PorValue[]
  ranges: { min: number; max: number }[]
  choices: { value: PorValue; label: Buffer }[]
}
export type PorHead = { variables: PorVariable[] }

const SPLASH = 200
const TABLE = 256
const MOST = 100_000
/** As system files write “lowest” and “highest”. */
const [LOWEST, HIGHEST] = [-1.797_693_134_862_315_5e308, Number.MAX_VALUE]

/** The table of characters; undefined where the file is ASCII. */
export function readPorStart(cursor: PorCursor): Buffer | undefined {
  cursor.take(SPLASH)
  const translation = translationOf(cursor.take(TABLE))
  const mark = cursor.take(8).map((byte) => translation?.[byte] ?? byte)
  if (Buffer.from(mark).toString('latin1') !== 'SPSSPORT') throw new NoPor()
  return translation
}

/** The dictionary up to the first record, texts still as bytes. `cursor` stands behind the mark and gives ASCII. */
export function readPorHead(cursor: PorCursor): PorHead {
  if (cursor.tag() !== 'A') throw new NoPor()
  if (cursor.text().length !== 8 || cursor.text().length !== 6) throw new NoPor()
  const variables: PorVariable[] = []
  let stated = -1
  for (let tag = cursor.tag(); tag !== 'F'; tag = cursor.tag()) {
    const last = variables.at(-1)
    if (tag === '1' || tag === '2' || tag === '3' || tag === '6') cursor.text()
    else if (tag === '4') stated = cursor.whole()
    else if (tag === '5') cursor.whole()
    else if (tag === '7') variables.push(readVariable(cursor))
    else if (tag === 'D') readChoices(cursor, variables)
    else if (tag === 'E') for (let lines = cursor.whole(); lines > 0; lines--) cursor.text()
    else if (last && tag === 'C') last.label = cursor.text()
    else if (last && tag === '8') last.codes.push(valueOf(cursor, last))
    else if (last && tag === '9') last.ranges.push({ min: LOWEST, max: numberIn(cursor) })
    else if (last && tag === 'A') last.ranges.push({ min: numberIn(cursor), max: HIGHEST })
    else if (last && tag === 'B') last.ranges.push({ min: numberIn(cursor), max: numberIn(cursor) })
    else throw new NoPor()
  }
  if (variables.length === 0 || variables.length !== stated) throw new NoPor()
  return { variables }
}

function readVariable(cursor: PorCursor): PorVariable {
  const width = cursor.whole()
  const name = cursor.text()
  if (width > 255 || name.length === 0 || name.length > 64) throw new NoPor()
  const [format = 0] = Array.from({ length: 6 }, () => cursor.whole())
  return { width, name, format, label: undefined, codes: [], ranges: [], choices: [] }
}

function readChoices(cursor: PorCursor, variables: readonly PorVariable[]): void {
  const count = cursor.whole()
  if (count > MOST) throw new NoPor()
  const named = Array.from({ length: count }, () => {
    const name = cursor.text()
    const found = variables.find((variable) => variable.name.equals(name))
    if (!found) throw new NoPor()
    return found
  })
  const [first] = named
  if (!first) throw new NoPor()
  for (let values = cursor.whole(); values > 0; values--) {
    const choice = { value: valueOf(cursor, first), label: cursor.text() }
    for (const variable of named) variable.choices.push(choice)
  }
}

const valueOf = (cursor: PorCursor, { width }: PorVariable): PorValue => (width === 0 ? numberIn(cursor) : cursor.text())

function numberIn(cursor: PorCursor): number {
  const value = cursor.number()
  if (value === null) throw new NoPor()
  return value
}
