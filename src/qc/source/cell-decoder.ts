import type { ImportNote } from '../table.ts'
import type { Encoding } from './encoding.ts'

/** Decodes cells and counts those with bytes of no such text: the U+FFFD in their place is a value that nobody entered. */
export class CellDecoder {
  readonly encoding: Encoding
  readonly #decoder: InstanceType<typeof TextDecoder>
  #replaced = 0

  constructor(encoding: Encoding) {
    this.encoding = encoding
    this.#decoder = new TextDecoder(encoding)
  }

  readonly text = (bytes: Uint8Array): string => {
    const text = this.#decoder.decode(bytes)
    if (text.includes('\ufffd')) this.#replaced++
    return text
  }

  /** Asked when all cells are read. */
  get notes(): ImportNote[] {
    return this.#replaced > 0 ? [{ code: 'replaced_characters', count: this.#replaced, detail: this.encoding, severity: 'warning' }] : []
  }
}
