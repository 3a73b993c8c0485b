import { finite, isBlank, plausibleDate } from './cast.ts'
import type { Dialect } from './dialect/dialect.ts'
import { longDigits } from './exact.ts'
import { codesIn, type MissingCodes } from './missing-codes.ts'
import { identifier, not, join, Sql } from './sql.ts'
import { ROW, type StagedTable } from './table.ts'

/**
 * The rows of a second table that belong to a row: `relation` has the columns k0, k1 … to match `keys` and, grouped by them, `values`.
 * Everything asked of the same partner is answered by one join.
 */
export type Partner = { id: string; keys: readonly Sql[]; relation: (values: readonly { sql: Sql; as: Sql }[]) => Sql }

/** Names in SQL; literals are matched first, because a single double quote inside one would shift all names behind it. */
const QUOTED = /'(?:[^']|'')*'|"((?:[^"]|"")*)"/g

const namesIn = (sql: Sql): string[] =>
  [...sql.matchAll(QUOTED)].flatMap((match) => (match[1] === undefined ? [] : [match[1].replaceAll('""', '"')]))

type Item = { sql: Sql; level: number; uses: readonly Sql[]; partner?: Partner }

/**
 * Expressions that several checks of one table need, each computed once per row: a stack of projections over the relation.
 * Whatever a check writes in SQL refers to these aliases and to nothing else of the table.
 */
export class Shared {
  readonly #byText = new Map<string, number>()
  readonly #items: Item[] = []
  readonly relation: Sql
  readonly #table: Pick<StagedTable, 'narrow' | 'columns'> | undefined
  readonly #name: string

  /**
   * `name` keeps the aliases of two tables apart when one statement reads both. `table`: where it can be narrowed, statements read only
   * the columns they use.
   */
  constructor(relation: Sql, name = 'q', table?: Pick<StagedTable, 'narrow' | 'columns'>) {
    this.relation = relation
    this.#table = table
    this.#name = name
  }

  add(sql: Sql): Sql {
    if (this.#indexOf(sql) !== undefined) return sql
    return this.#item(sql, { sql, uses: [sql] })
  }

  /** An aggregate over the partner rows of each row. */
  lookup(partner: Partner, aggregate: Sql): Sql {
    return this.#item(`${partner.id} ${aggregate}`, { sql: aggregate, uses: partner.keys, partner })
  }

  #item(text: string, item: Omit<Item, 'level'>): Sql {
    let index = this.#byText.get(text)
    if (index === undefined) {
      index = this.#items.length
      const used = item.uses.flatMap((sql) => this.#usedBy(sql))
      this.#items.push({ ...item, level: Math.max(0, ...used.map((other) => this.#items[other]!.level + 1)) })
      this.#byText.set(text, index)
    }
    return this.#aliasOf(index)
  }

  /** Which item a piece of SQL is the alias of. */
  #indexOf(sql: string): number | undefined {
    const front = `"§${this.#name}`
    const digits = sql.startsWith(front) && sql.endsWith('"') ? sql.slice(front.length, -1) : ''
    return /^\d+$/.test(digits) ? Number(digits) : undefined
  }

  #aliasOf(index: number): Sql {
    return identifier(`§${this.#name}${index}`)
  }

  #usedBy(sql: Sql): number[] {
    const indexes = new Set((sql.match(/"§\w+"/g) ?? []).map((alias) => this.#indexOf(alias)))
    return [...indexes].filter((index) => index !== undefined && index < this.#items.length) as number[]
  }

  #behind(fragments: readonly Sql[]): Set<number> {
    const needed = new Set<number>()
    const visit = (sql: Sql): void => {
      for (const index of this.#usedBy(sql)) {
        if (needed.has(index)) continue
        needed.add(index)
        this.#items[index]!.uses.forEach(visit)
      }
    }
    fragments.forEach(visit)
    return needed
  }

  /** What `fragments` look at in the end: names of columns (typed copies too), and the answers of partner tables and of other rows. */
  looksAt(fragments: readonly Sql[]): { names: ReadonlySet<string>; answers: readonly Sql[] } {
    const behind = [...this.#behind(fragments)]
    const own = behind.filter((index) => !this.#items[index]!.partner).map((index) => this.#items[index]!.sql)
    // Where something was found is no part of what was found: it moves with every row that is inserted above.
    const isAnswer = ({ sql, partner }: Item): boolean => (partner ? sql !== `min(${identifier(ROW)})` : /\bOVER \(/.test(sql))
    return {
      names: new Set([...fragments, ...own].flatMap(namesIn)),
      answers: behind.filter((index) => isAnswer(this.#items[index]!)).map((index) => this.#aliasOf(index)),
    }
  }

  /** SQL usable after FROM, giving "__row" and just the aliases that occur in `fragments`. */
  from(fragments: readonly Sql[]): Sql {
    const needed = this.#behind(fragments)
    const levels: number[][] = []
    for (const index of [...needed].toSorted((a, b) => a - b)) (levels[this.#items[index]!.level] ??= []).push(index)
    let from = this.#source(levels[0] ?? [])
    for (const [level, indexes] of levels.entries()) {
      const own = indexes.filter((index) => !this.#items[index]!.partner)
      const partners = Map.groupBy(
        indexes.filter((index) => this.#items[index]!.partner),
        (index) => this.#items[index]!.partner!.id,
      )
      const columns = [
        level === 0 ? identifier(ROW) : Sql`base.*`,
        ...own.map((index) => Sql`${this.#items[index]!.sql} AS ${this.#aliasOf(index)}`),
        ...[...partners.values()].flatMap((asked, at) => asked.map((index) => Sql`p${at}.${this.#aliasOf(index)}`)),
      ]
      const joins = [...partners.values()].map((asked, at) => this.#join(asked, Sql`p${at}`))
      from = Sql`(SELECT ${columns} FROM ${from} base${join(joins, '')})`
    }
    return from
  }

  #source(indexes: readonly number[]): Sql {
    if (!this.#table?.narrow) return this.relation
    const quoted = new Set(indexes.flatMap((index) => namesIn(this.#items[index]!.sql)))
    return this.#table.narrow(this.#table.columns.filter((column) => quoted.has(column)))
  }

  #join(asked: readonly number[], name: Sql): Sql {
    const { keys, relation } = this.#items[asked[0]!]!.partner!
    const on = join(
      keys.map((key, index) => Sql`${name}.k${index} = base.${key}`),
      ' AND ',
    )
    return Sql` LEFT JOIN ${relation(asked.map((index) => ({ sql: this.#items[index]!.sql, as: this.#aliasOf(index) })))} ${name} ON ${on}`
  }
}

/** One table as one parameter sees it: its cells with that parameter's missing codes already taken out. */
export class TableScope {
  readonly table: StagedTable
  readonly shared: Shared
  readonly dialect: Dialect
  readonly #missingCodes: MissingCodes
  /** Where a cell was filled and yet could not be read, for every column read as a number or a date. */
  readonly unread = new Set<Sql>()

  constructor(table: StagedTable, shared: Shared, dialect: Dialect, missingCodes: MissingCodes = []) {
    this.table = table
    this.shared = shared
    this.dialect = dialect
    this.#missingCodes = missingCodes
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
    return this.share(shadow ? Sql`(${identifier(shadow.name)} IS NULL)` : isBlank(this.dialect, identifier(column)))
  }

  codesOf(column: string): readonly string[] {
    return codesIn(this.#missingCodes, this.table.name, column)
  }

  coded(column: string, codes = this.codesOf(column)): Sql {
    if (codes.length === 0) return Sql`false`
    return this.share(Sql`coalesce(${this.dialect.values.oneOf(identifier(column), codes)}, false)`)
  }

  /** Blank or one of the missing codes; never null itself. */
  missing(column: string): Sql {
    if (this.codesOf(column).length === 0) return this.blank(column)
    return this.share(Sql`(${this.blank(column)} OR ${this.coded(column)})`)
  }

  filled(column: string): Sql {
    return this.share(not(this.missing(column)))
  }

  /** The text, null where missing. */
  value(column: string): Sql {
    return this.share(Sql`(CASE WHEN ${this.missing(column)} THEN NULL ELSE ${this.text(column)} END)`)
  }

  /** The number in the cell; null where missing or unreadable. */
  number(column: string): Sql {
    const { cast, readNumber } = this.dialect.values
    const shadow = this.table.typed?.[column]
    if (shadow?.type === 'BIGINT' || shadow?.type === 'DOUBLE') {
      return this.#unlessCoded(
        column,
        this.share(shadow.type === 'DOUBLE' ? identifier(shadow.name) : cast(identifier(shadow.name), 'DOUBLE')),
      )
    }
    if (shadow) return cast(Sql`NULL`, 'DOUBLE')
    return this.#read(column, this.#unlessCoded(column, this.share(finite(this.dialect, this.share(readNumber(identifier(column)))))))
  }

  /** The digits of a whole number that `number` cannot hold, '' for other numbers. Wanted in few rows: not shared, but computed where used. */
  digits(column: string): Sql {
    // What fits into a copy of floating point has no more digits than that.
    if (this.table.typed?.[column]?.type === 'DOUBLE') return Sql`''`
    return longDigits(this.dialect, this.text(column), this.number(column))
  }

  /** The date or time in the cell; null where missing or unreadable. */
  date(column: string, formats?: readonly string[]): Sql {
    const { cast } = this.dialect.values
    const shadow = this.table.typed?.[column]
    if (shadow?.type === 'TIMESTAMP' && !formats?.length) return this.#unlessCoded(column, this.share(identifier(shadow.name)))
    if (shadow?.type === 'DATE' && !formats?.length)
      return this.#unlessCoded(column, this.share(cast(identifier(shadow.name), 'TIMESTAMP')))
    if (shadow && !formats?.length) return cast(Sql`NULL`, 'TIMESTAMP')
    return this.#read(
      column,
      this.#unlessCoded(column, this.share(plausibleDate(this.share(this.dialect.dates.read(identifier(column), formats))))),
    )
  }

  /** Equal here means equal text; a shadow that tells texts apart just as well is cheaper to hash. */
  key(column: string): Sql {
    const shadow = this.table.typed?.[column]
    return shadow?.exact ? this.share(identifier(shadow.name)) : this.text(column)
  }

  #read(column: string, value: Sql): Sql {
    this.unread.add(Sql`(${this.filled(column)} AND ${value} IS NULL)`)
    return value
  }

  #unlessCoded(column: string, sql: Sql): Sql {
    if (this.codesOf(column).length === 0) return sql
    return this.share(Sql`(CASE WHEN ${this.coded(column)} THEN NULL ELSE ${sql} END)`)
  }
}
