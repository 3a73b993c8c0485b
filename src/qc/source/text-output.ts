import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'

/** A file written piece by piece. A stream that failed never drains: waiting for it would end the run without a word. */
export class TextOutput {
  readonly #stream: WriteStream
  #error: Error | undefined

  constructor(path: string) {
    this.#stream = createWriteStream(path)
    this.#stream.on('error', (error) => (this.#error ??= error))
  }

  async write(text: string): Promise<void> {
    if (this.#error) throw this.#error
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }

  async end(text = ''): Promise<void> {
    if (this.#error) throw this.#error
    this.#stream.end(text)
    await once(this.#stream, 'close')
  }
}
