import type { About } from '../table.ts'

/** How instruments name their reads; the first group is the instrument, where the name says it. */
const PLATFORMS: readonly (readonly [string, RegExp])[] = [
  ['Illumina', /^([\w-]+):\d+:[\w-]+:\d+:\d+:\d+:\d+/],
  ['Illumina', /^([\w-]+):\d+:\d+:\d+:\d+/],
  ['MGI/BGI', /^([A-Z]+\d+)L\dC\d{3}R\d{3}/],
  ['PacBio', /^(m\d{1,8}[a-z]{0,2}_\d{6}_\d{4,6})/],
  ['Oxford Nanopore', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/],
  ['Ion Torrent', /^([A-Z0-9]{5}):\d+:\d+$/],
  ['SRA/ENA', /^([SED]RR\d+)\.\d+/],
]
const MOST_INSTRUMENTS = 20
/** Of very long reads lengths differ one by one: above this they are counted to three figures. */
const EXACT = 10_000
const rounded = (length: number): number => (length < EXACT ? length : Number(length.toPrecision(3)))

/** Platform and instruments by the names of the reads, and how long the reads are; nothing grows with their number. */
export class FastqSurvey {
  readonly #lengths = new Map<number, number>()
  readonly #platforms = new Set<string>()
  readonly #instruments = new Set<string>()
  #last: readonly [string, RegExp] | undefined
  #reads = 0
  #shortest = Infinity
  #longest = 0

  add(title: string, length: number): void {
    this.#reads++
    this.#shortest = Math.min(this.#shortest, length)
    this.#longest = Math.max(this.#longest, length)
    const about = rounded(length)
    this.#lengths.set(about, (this.#lengths.get(about) ?? 0) + 1)
    this.#name(title.slice(1).split(/\s/, 1)[0] ?? '')
  }

  #name(name: string): void {
    // Reads of one file are named alike: what fitted the last fits the next.
    if (!this.#last?.[1].test(name)) this.#last = PLATFORMS.find(([, shape]) => shape.test(name))
    if (!this.#last) return
    this.#platforms.add(this.#last[0])
    const instrument = this.#last[1].exec(name)?.[1]
    if (instrument && this.#instruments.size < MOST_INSTRUMENTS) this.#instruments.add(instrument)
  }

  #median(): number {
    let before = 0
    for (const length of [...this.#lengths.keys()].toSorted((a, b) => a - b)) {
      before += this.#lengths.get(length) ?? 0
      if (before * 2 >= this.#reads) return length
    }
    return 0
  }

  about(): About {
    if (this.#reads === 0) return {}
    return {
      ...(this.#platforms.size > 0 ? { platform: [...this.#platforms].join(', ') } : {}),
      ...(this.#instruments.size > 0 ? { instrument: [...this.#instruments] } : {}),
      reads: this.#reads,
      shortest: this.#shortest,
      median: this.#median(),
      longest: this.#longest,
    }
  }
}
