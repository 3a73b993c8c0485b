const WIDTH = 24

/** A bar on the terminal's error stream; silent when that is a file or a pipe, so that logs hold no control characters. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  #last = 0
  #shown = false

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream
  }

  show(label: string, done: number, total: number): void {
    if (!this.#stream.isTTY) return
    const now = Date.now()
    if (now - this.#last < 100 && done < total) return
    this.#last = now
    const share = total > 0 ? Math.min(1, done / total) : 0
    const full = Math.round(share * WIDTH)
    this.#stream.write(
      `\r\u001b[K${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${String(Math.round(share * 100)).padStart(3)} %  ${label}`,
    )
    this.#shown = true
  }

  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K')
    this.#shown = false
  }
}
