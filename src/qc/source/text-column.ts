/** So many different texts are worth a dictionary; more of them cost more to look up than they save. */
const MOST_WORDS = 2048
const SLOTS = 8192
const LENGTH = 4
const WORD = 4
/** Which bits of a word belong to so many bytes, fewer than four. */
const tailOf = (bytes: number): number => (1 << (bytes * 8)) - 1

/** Where texts stand in `bytes`, which go on for a few behind the last: start and end of each. A missing one ends at -1. */
export type Places = { bytes: DataView; places: Int32Array; first: number; cells: number }

/** The cells of one column of one row group, as a Parquet file holds them. Loops keep what they use in locals: they run once per cell. */
export class TextColumn {
  /** Filled cells. */
  count = 0
  nulls = 0
  coded = true
  words = 0
  used = 0
  readonly codes: Uint16Array<ArrayBuffer>
  /** A bit for every row that is filled. */
  readonly filled: Uint8Array<ArrayBuffer>

  #bytes = new DataView(new ArrayBuffer(1 << 12))
  #slots = new Uint16Array(SLOTS)
  #starts = new Uint32Array(MOST_WORDS + 1)
  #hashes = new Int32Array(MOST_WORDS)

  constructor(rows: number) {
    this.codes = new Uint16Array(rows)
    this.filled = new Uint8Array(rows / 8).fill(0xff)
  }

  get rows(): number {
    return this.count + this.nulls
  }

  /** Texts with their lengths in front: all cells, or as long as `coded` each different one once. */
  get texts(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, 0, this.used)
  }

  /** One of the different texts, as long as they are kept as such; read byte by byte, so that only plain signs are themselves. */
  word(index: number): string {
    const start = (this.#starts[index] ?? 0) + LENGTH
    return Buffer.from(this.#bytes.buffer, start, (this.#starts[index + 1] ?? 0) - start).toString('latin1')
  }

  add(from: Places): void {
    const done = this.coded ? this.#code(from) : 0
    if (done < from.cells) this.#spell(from, done)
  }

  #null(): void {
    const row = this.rows
    this.nulls++
    this.filled[row >> 3] = (this.filled[row >> 3] ?? 0) & ~(1 << (row & 7))
  }

  #spell({ bytes, places, first, cells }: Places, done: number): void {
    for (let cell = done, at = first + done * 2; cell < cells; cell++, at += 2) {
      const end = places[at + 1] ?? 0
      if (end === -1) this.#null()
      else {
        this.#append(bytes, places[at] ?? 0, end)
        this.count++
      }
    }
  }

  #append(from: DataView, start: number, end: number): void {
    const length = end - start
    if (this.used + length + LENGTH + WORD > this.#bytes.byteLength) this.#grow(length + LENGTH + WORD)
    const to = this.#bytes
    let at = this.used
    to.setInt32(at, length, true)
    at += LENGTH
    for (let index = start; index < end; index += WORD, at += WORD) to.setInt32(at, from.getInt32(index, true), true)
    this.used += LENGTH + length
  }

  /** Returns how many cells found a place in the dictionary: all, or those before it was full. */
  #code({ bytes, places, first, cells }: Places): number {
    const [slots, starts, hashes, codes] = [this.#slots, this.#starts, this.#hashes, this.codes]
    let [own, count] = [this.#bytes, this.count]
    for (let cell = 0, at = first; cell < cells; cell++, at += 2) {
      const [start, end] = [places[at] ?? 0, places[at + 1] ?? 0]
      if (end === -1) {
        this.count = count
        this.#null()
        continue
      }
      let hash = end - start
      let tail = start
      for (; tail + WORD <= end; tail += WORD) hash = Math.imul(hash ^ bytes.getInt32(tail, true), 0x01000193)
      const mask = tailOf(end - tail)
      const rest = bytes.getInt32(tail, true) & mask
      hash = Math.imul(hash ^ rest, 0x85ebca6b)
      hash ^= hash >>> 15
      let slot = hash & (SLOTS - 1)
      let word = slots[slot] ?? 0
      for (; word > 0; word = slots[slot] ?? 0) {
        if (hashes[word - 1] === hash) {
          let mine = (starts[word - 1] ?? 0) + LENGTH
          if ((starts[word] ?? 0) - mine === end - start) {
            let index = start
            while (index < tail && own.getInt32(mine, true) === bytes.getInt32(index, true)) {
              index += WORD
              mine += WORD
            }
            if (index === tail && (own.getInt32(mine, true) & mask) === rest) break
          }
        }
        slot = (slot + 1) & (SLOTS - 1)
      }
      if (word === 0) {
        if (this.words === MOST_WORDS) {
          this.count = count
          this.#spellOut()
          return cell
        }
        hashes[this.words] = hash
        this.#append(bytes, start, end)
        own = this.#bytes
        word = ++this.words
        starts[word] = this.used
        slots[slot] = word
      }
      codes[count++] = word - 1
    }
    this.count = count
    return cells
  }

  /** Too many different texts: those so far are written out, and the column has no dictionary any more. */
  #spellOut(): void {
    const words = this.#bytes
    this.coded = false
    this.#bytes = new DataView(new ArrayBuffer(words.byteLength * 2))
    this.used = 0
    for (let index = 0; index < this.count; index++) {
      const code = this.codes[index] ?? 0
      this.#append(words, (this.#starts[code] ?? 0) + LENGTH, this.#starts[code + 1] ?? 0)
    }
  }

  #grow(more: number): void {
    const larger = new ArrayBuffer(Math.max(this.#bytes.byteLength * 2, this.used + more))
    new Uint8Array(larger).set(this.texts)
    this.#bytes = new DataView(larger)
  }

  /** Ready for the next rows; what has proved to have no dictionary gets none again. */
  clear(): void {
    if (this.nulls > 0) this.filled.fill(0xff)
    if (this.coded) this.#slots.fill(0)
    this.count = this.nulls = this.words = this.used = 0
  }
}
