import { type ArchiveEntry, entriesIn } from '../archive.ts'

const SLICE = 32 * 1024
const isSheet = ({ name }: ArchiveEntry): boolean => /worksheets\/[^/]+\.xml$/.test(name)

const headerOf = ({ name, method, packed, unpacked }: ArchiveEntry): Uint8Array => {
  const bytes = new TextEncoder().encode(name)
  const header = new Uint8Array(30 + bytes.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, 0x04034b50, true)
  view.setUint16(4, 20, true)
  view.setUint16(8, method, true)
  view.setUint32(18, packed, true)
  view.setUint32(22, unpacked, true)
  view.setUint16(26, bytes.length, true)
  header.set(bytes, 30)
  return header
}

/** Another turn of the event loop. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

function* piecesOf(bytes: Uint8Array<ArrayBuffer>): Generator<{ piece: Uint8Array; isPaced: boolean }> {
  const entries = entriesIn(bytes)
  for (const entry of [...entries.filter((e) => !isSheet(e)), ...entries.filter(isSheet)]) {
    yield { piece: headerOf(entry), isPaced: false }
    const step = isSheet(entry) ? SLICE : Math.max(1, entry.packed)
    for (let at = entry.from; at < entry.from + entry.packed; at += step)
      yield { piece: bytes.subarray(at, Math.min(at + step, entry.from + entry.packed)), isPaced: step === SLICE }
  }
}

/**
 * The archive once more, in the order in which a book can be read front to back: words and styles first, then the sheets, in small
 * pieces with a pause after each. Without the pauses the parser runs ahead of whoever takes the rows, and a big sheet never ends.
 */
export const pacedArchive = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> => {
  const pieces = piecesOf(bytes)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = pieces.next()
        if (next.done) return controller.close()
        if (next.value.isPaced) await nextTurn()
        controller.enqueue(next.value.piece)
      },
    },
    { highWaterMark: 0 },
  )
}
