/** Of versions 1 to 10 with the lowest correction, which is enough for a screen: check bytes of a block, and the data bytes of each. */
const BLOCKS: readonly (readonly [check: number, data: readonly number[]])[] = [
  [7, [19]],
  [10, [34]],
  [15, [55]],
  [20, [80]],
  [26, [108]],
  [18, [68, 68]],
  [20, [78, 78]],
  [24, [97, 97]],
  [30, [116, 116]],
  [18, [68, 68, 69, 69]],
]

/** Product in the field of 256 elements that the codes are made in. */
const times = (a: number, b: number): number => {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a)
  return product
}
const divisor = (degree: number): number[] => {
  let result = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    const [before, by] = [[...result, 0], root]
    result = before.map((value, at) => value ^ times(result[at - 1] ?? 0, by))
    root = times(root, 2)
  }
  return result.slice(1)
}
const checkBytes = (data: readonly number[], by: readonly number[]): number[] => {
  let rest = by.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = by.map((value, at) => (rest[at + 1] ?? 0) ^ times(value, factor))
  }
  return rest
}

const bitsOf = (value: number, length: number): number[] => Array.from({ length }, (_, i) => (value >> (length - 1 - i)) & 1)
const sum = (list: readonly number[]): number => list.reduce((total, n) => total + n, 0)
/** The text as bytes, filled up, with its check bytes, in the order in which they are drawn. */
const codewords = (bytes: readonly number[], version: number): number[] => {
  const [check, blocks] = BLOCKS[version - 1] ?? [0, []]
  const capacity = sum(blocks)
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((byte) => bitsOf(byte, 8)), 0, 0, 0, 0]
  const data = Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2)).slice(
    0,
    capacity,
  )
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad)
  const by = divisor(check)
  const parts = blocks.map((length, i) => data.slice(sum(blocks.slice(0, i)), sum(blocks.slice(0, i)) + length))
  const woven = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, i) => lists.flatMap((l) => l[i] ?? [])).flat()
  return [...woven(parts), ...woven(parts.map((part) => checkBytes(part, by)))]
}

/** The remainder by which a reader mends what it knows least to do without: version and mask. */
const remainder = (value: number, by: number, bits: number): number => {
  let rest = value
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * by)
  return (value << bits) | rest
}
const MASK = 0
/** Lowest correction, mask 0: every other field of a chessboard. */
const FORMAT = remainder((1 << 3) | MASK, 0x537, 10) ^ 0x5412

const alignment = (version: number): number[] => {
  if (version === 1) return []
  const last = version * 4 + 10
  return version < 7 ? [6, last] : [6, 6 + (last - 6) / 2, last]
}

type Grid = (boolean | undefined)[][]
const drawFrame = (grid: Grid, version: number): void => {
  const size = grid.length
  const set = (x: number, y: number, dark: boolean): void => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = dark
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const ring = (cx: number, cy: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  const places = alignment(version)
  const last = places.at(-1)
  for (const y of places) for (const x of places) if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6))) ring(x, y, 2, [1])
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4, [2, 4])
  const format = (i: number): boolean => ((FORMAT >> i) & 1) === 1
  for (let i = 0; i < 15; i++) {
    set(i < 8 ? 8 : i < 9 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, format(i))
    set(i < 8 ? size - 1 - i : 8, i < 8 ? 8 : size - 15 + i, format(i))
  }
  set(8, size - 8, true)
  if (version < 7) return
  const versions = remainder(version, 0x1f25, 12)
  for (let i = 0; i < 18; i++) {
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)]
    set(a, b, ((versions >> i) & 1) === 1)
    set(b, a, ((versions >> i) & 1) === 1)
  }
}

/** Upwards and downwards in columns of two, from the right; what belongs to the frame is left out. */
const drawData = (grid: Grid, bits: readonly number[]): void => {
  const size = grid.length
  let next = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
        const row = grid[y]
        if (row && row[x] === undefined) row[x] = (bits[next++] === 1) !== ((x + y) % 2 === 0)
      }
  }
}

/** The fields of a QR code, dark or light; undefined when the text is too long for one that a phone reads easily. */
export const qrCode = (text: string): boolean[][] | undefined => {
  const bytes = [...new TextEncoder().encode(text)]
  const version = BLOCKS.findIndex(([, blocks], at) => bytes.length <= sum(blocks) - (at < 9 ? 2 : 3)) + 1
  if (version === 0) return undefined
  const grid: Grid = Array.from({ length: version * 4 + 17 }, () => Array.from({ length: version * 4 + 17 }, () => undefined))
  drawFrame(grid, version)
  drawData(
    grid,
    codewords(bytes, version).flatMap((byte) => bitsOf(byte, 8)),
  )
  return grid.map((row) => row.map((dark) => dark === true))
}
