import type { Counts } from '../result.ts'
import type { FactItem, Measures, Part } from '../shape.ts'
import type { Sql } from '../sql.ts'
import { all } from '../sql.ts'
import type { Prepared } from './prepare.ts'

/** The growing answer to one part of one parameter: its total, and the same for every group. */
export class Tally {
  readonly prepared: Prepared
  readonly part: Part
  /** Rows under judgement: filter and `applies`. */
  readonly judged: Sql
  total: Counts = { rows: 0, denominator: 0, violated: 0, base: 0 }
  readonly groups = new Map<string, { group: readonly (string | null)[]; counts: Counts }>()
  stats: Measures = {}
  facts: readonly FactItem[] = []
  error: unknown
  /** Table of the bad groups' keys, once they are known; the rows are found again by joining it. */
  badTable: Sql | undefined
  /** Table of hashes that occur more than once; a helper of the same search. */
  hashTable: Sql | undefined
  /** Rows judged here that the covering uniqueness check did not judge. */
  uncovered = 0

  constructor(prepared: Prepared, part: Part) {
    this.prepared = prepared
    this.part = part
    const own =
      part.shape === 'row' || part.shape === 'group'
        ? part.applies
        : part.shape === 'measure' || part.shape === 'aggregate'
          ? part.base
          : undefined
    const judged = all(prepared.filter, own)
    this.judged = judged === 'true' || !prepared.scope ? judged : prepared.scope.share(judged)
  }

  get field(): string {
    return this.part.label ?? this.part.fields.join(', ')
  }

  set(group: readonly (string | null)[] | undefined, counts: Partial<Counts>): void {
    if (!group) {
      this.total = { ...this.total, ...counts }
      return
    }
    const key = JSON.stringify(group)
    const before = this.groups.get(key)?.counts ?? { rows: 0, denominator: 0, violated: 0, base: 0 }
    this.groups.set(key, { group, counts: { ...before, ...counts } })
  }

  /** The condition of a violating row, for row shapes once their statistics are known. */
  violates(): Sql {
    if (this.part.shape !== 'row') throw new Error('only row shapes have a row condition')
    return typeof this.part.violates === 'string' ? this.part.violates : this.part.violates(this.stats)
  }
}
