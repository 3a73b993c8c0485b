/** What a Parquet file says of itself, in the compact protocol of Thrift: only the kinds that a file of texts needs. */
export type ThriftValue = { kind: number; bytes: readonly number[] }

const [INT, LONG, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12]

export function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return bytes
}

/** Never negative here, so that doubling is the zigzag. */
export const int = (value: number): ThriftValue => ({ kind: INT, bytes: varint(value * 2) })
export const long = (value: number): ThriftValue => ({ kind: LONG, bytes: varint(value * 2) })

export function text(value: string): ThriftValue {
  const bytes = Buffer.from(value)
  return { kind: BINARY, bytes: [...varint(bytes.length), ...bytes] }
}

export function list(kind: 'int' | 'text' | 'struct', items: readonly ThriftValue[]): ThriftValue {
  const code = { int: INT, text: BINARY, struct: STRUCT }[kind]
  const head = items.length < 15 ? [items.length * 16 + code] : [0xf0 + code, ...varint(items.length)]
  return { kind: LIST, bytes: [head, ...items.map((item) => item.bytes)].flat() }
}

/** Fields by their numbers, in rising order. */
export function struct(fields: Readonly<Record<number, ThriftValue>>): ThriftValue {
  let last = 0
  const bytes = Object.entries(fields).flatMap(([number, { kind, bytes: own }]) => {
    const step = Number(number) - last
    last = Number(number)
    return [step * 16 + kind, ...own]
  })
  return { kind: STRUCT, bytes: [...bytes, 0] }
}
