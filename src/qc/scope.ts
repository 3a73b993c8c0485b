import { castDate, castNumber, finite, isBlank, plausibleDate } from './cast.ts'
import { identifier, list, not, type Sql } from './sql.ts'
import { ROW, type StagedTable } from './table.ts'

/**
 * Expressions that several checks of one table need, each computed once per row: a stack of projections over the relation.
 * Whatever a check writes in SQL refers to these aliases and to nothing else of the table.
 */
export class Shared {
  readonly #byText = new Map<string, number>()
  readonly #items: { sql: Sql; level: number }[] = []
  readonly relation: Sql
  readonly #name: string
  readonly #alias: RegExp
  readonly #whole: RegExp

  /** `name` keeps the aliases of two tables apart when one statement reads both. */
  constructor(relation: Sql, name = 'q') {
    this.relation = relation
    this.#name = name
    this.#alias = new RegExp(`"§${name}(\\d+)"`, 'g')
    this.#whole = new RegExp(`^"§${name}\\d+"$`)
  }

  add(sql: Sql): Sql {
    if (this.#whole.test(sql)) return sql
    let index = this.#byText.get(sql)
    if (index === undefined) {
      index = this.#items.length
      const used = this.#usedBy(sql)
      this.#items.push({ sql, level: Math.max(0, ...used.map((item) => this.#items[item]!.level + 1)) })
      this.#byText.set(sql, index)
    }
    return `"§${this.#name}${index}"`
  }

  #usedBy(sql: Sql): number[] {
    return [...new Set([...sql.matchAll(this.#alias)].map((match) => Number(match[1])))]
  }

  /** SQL usable after FROM, giving "__row" and just the aliases that occur in `fragments`. */
  from(fragments: readonly Sql[]): Sql {
    const needed = new Set<number>()
    const visit = (sql: Sql): void => {
      for (const index of this.#usedBy(sql)) {
        if (needed.has(index)) continue
        needed.add(index)
        visit(this.#items[index]!.sql)
      }
    }
    fragments.forEach(visit)
    const levels: number[][] = []
    for (const index of [...needed].toSorted((a, b) => a - b)) (levels[this.#items[index]!.level] ??= []).push(index)
    let from = this.relation
    for (const [level, indexes] of levels.entries()) {
      const kept = level === 0 ? identifier(ROW) : '*'
      from = `(SELECT ${[kept, ...indexes.map((index) => `${this.#items[index]!.sql} AS "§${this.#name}${index}"`)].join(', ')} FROM ${from})`
    }
    return from
  }
}

/** One table as one parameter sees it: its cells with that parameter's missing codes already taken out. */
export class TableScope {
  readonly table: StagedTable
  readonly shared: Shared
  readonly missingCodes: readonly string[]

  constructor(table: StagedTable, shared: Shared, missingCodes: readonly string[] = []) {
    this.table = table
    this.shared = shared
    this.missingCodes = missingCodes
  }

  get row(): Sql {
    return identifier(ROW)
  }

  share(sql: Sql): Sql {
    return this.shared.add(sql)
  }

  /** The text exactly as delivered. */
  text(column: string): Sql {
    return this.share(identifier(column))
  }

  /** Null or only blanks; never null itself. */
  blank(column: string): Sql {
    const shadow = this.table.typed?.[column]
    return this.share(shadow ? `(${identifier(shadow.name)} IS NULL)` : isBlank(identifier(column)))
  }

  coded(column: string, codes: readonly string[] = this.missingCodes): Sql {
    if (codes.length === 0) return 'false'
    return this.share(`coalesce(${identifier(column)} IN (${list(codes)}), false)`)
  }

  /** Blank or one of the missing codes; never null itself. */
  missing(column: string): Sql {
    if (this.missingCodes.length === 0) return this.blank(column)
    return this.share(`(${this.blank(column)} OR ${this.coded(column)})`)
  }

  filled(column: string): Sql {
    return this.share(not(this.missing(column)))
  }

  /** The text, null where missing. */
  value(column: string): Sql {
    return this.share(`(CASE WHEN ${this.missing(column)} THEN NULL ELSE ${this.text(column)} END)`)
  }

  /** The number in the cell; null where missing or unreadable. */
  number(column: string): Sql {
    const shadow = this.table.typed?.[column]
    if (shadow?.type === 'BIGINT' || shadow?.type === 'DOUBLE') {
      return this.#unlessCoded(
        column,
        this.share(shadow.type === 'DOUBLE' ? identifier(shadow.name) : `${identifier(shadow.name)}::DOUBLE`),
      )
    }
    if (shadow) return 'NULL::DOUBLE'
    return this.#unlessCoded(column, this.share(finite(this.share(castNumber(identifier(column))))))
  }

  /** The date or time in the cell; null where missing or unreadable. */
  date(column: string, formats?: readonly string[]): Sql {
    const shadow = this.table.typed?.[column]
    if (shadow?.type === 'TIMESTAMP' && !formats?.length) return this.#unlessCoded(column, this.share(identifier(shadow.name)))
    if (shadow?.type === 'DATE' && !formats?.length) return this.#unlessCoded(column, this.share(`${identifier(shadow.name)}::TIMESTAMP`))
    if (shadow && !formats?.length) return 'NULL::TIMESTAMP'
    return this.#unlessCoded(column, this.share(plausibleDate(this.share(castDate(identifier(column), formats)))))
  }

  /** Equal here means equal text; a shadow that tells texts apart just as well is cheaper to hash. */
  key(column: string): Sql {
    const shadow = this.table.typed?.[column]
    return shadow?.exact ? this.share(identifier(shadow.name)) : this.text(column)
  }

  #unlessCoded(column: string, sql: Sql): Sql {
    if (this.missingCodes.length === 0) return sql
    return this.share(`(CASE WHEN ${this.coded(column)} THEN NULL ELSE ${sql} END)`)
  }
}
