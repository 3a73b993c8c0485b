/** Cuts a stream of JSON values into their texts: the elements of one top-level array, or values that follow each other (NDJSON). */
export class JsonSplitter {
  #rest = ''
  #scanned = 0
  #depth = 0
  #inString = false
  #escaped = false
  #started = false
  #insideArray = false
  #line = 1
  #from = -1
  #fromLine = 1

  push(chunk: string, final = false): { text: string; line: number }[] {
    const text = this.#rest + chunk
    const values: { text: string; line: number }[] = []
    let index = this.#scanned
    for (; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 10) this.#line++
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (code === 92) this.#escaped = true
        else if (code === 34) this.#inString = false
        continue
      }
      const blank = code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff
      if (!this.#started && !blank) {
        this.#started = true
        if (code === 91) {
          this.#insideArray = true
          continue
        }
      }
      if (this.#depth === 0 && this.#from === -1) {
        if (blank || code === 44 || (code === 93 && this.#insideArray)) continue
        this.#from = index
        this.#fromLine = this.#line
      }
      if (code === 34) this.#inString = true
      else if (code === 123 || code === 91) this.#depth++
      else if ((code === 125 || code === 93) && this.#depth > 0) {
        this.#depth--
        if (this.#depth === 0) values.push(this.#cut(text, index + 1))
      } else if (this.#depth === 0 && (blank || code === 44 || code === 93)) values.push(this.#cut(text, index))
    }
    if (final && this.#from !== -1) values.push(this.#cut(text, text.length))
    const keep = this.#from === -1 ? text.length : this.#from
    this.#rest = text.slice(keep)
    this.#scanned = text.length - keep
    if (this.#from !== -1) this.#from = 0
    return values
  }

  get pending(): { length: number; line: number } {
    return { length: this.#rest.length, line: this.#fromLine }
  }

  #cut(text: string, end: number): { text: string; line: number } {
    const value = { text: text.slice(this.#from, end), line: this.#fromLine }
    this.#from = -1
    this.#depth = 0
    return value
  }
}
