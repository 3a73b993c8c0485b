import type { FactKind } from './context.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { ParamShape, ParamsOf } from './param-shape.ts'
import type { Parameter, Severity, Threshold } from './parameter.ts'
import type { TableScope } from './scope.ts'
import type { Part } from './shape.ts'
import type { Sql } from './sql.ts'
import type { SourceFacts, SqlRow, StagedTable } from './table.ts'
import type { Text } from './text.ts'

export const DIMENSIONS = {
  completeness: { zh: '完整性', en: 'Completeness' },
  structure: { zh: '结构规范性', en: 'Structure' },
  validity: { zh: '取值规范性', en: 'Validity' },
  uniqueness: { zh: '唯一性', en: 'Uniqueness' },
  consistency: { zh: '一致性', en: 'Consistency' },
  integrity: { zh: '跨表一致性', en: 'Cross-table integrity' },
  temporal: { zh: '时间合理性', en: 'Temporal plausibility' },
  timeliness: { zh: '及时性', en: 'Timeliness' },
  file: { zh: '文件完整性', en: 'File integrity' },
  statistics: { zh: '统计合理性', en: 'Statistics' },
  process: { zh: '过程质量', en: 'Process' },
} satisfies Record<string, Text>
export type Dimension = keyof typeof DIMENSIONS

export type Kahn =
  | 'conformance.value'
  | 'conformance.relational'
  | 'conformance.computational'
  | 'completeness'
  | 'plausibility.uniqueness'
  | 'plausibility.atemporal'
  | 'plausibility.temporal'

export type Level = 'cell' | 'row' | 'column' | 'table' | 'dataset' | 'file'

/** A worked example that is also the check's first test: rows in, violating row numbers out. */
export type Example = {
  columns: readonly string[]
  rows: readonly (readonly (string | null)[])[]
  others?: Readonly<Record<string, { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] }>>
  parameter: Omit<Parameter, 'id' | 'check' | 'table'>
  context?: Readonly<SqlRow>
  /** What reading the file found. */
  source?: Pick<SourceFacts, 'format' | 'notes'>
  /** Row numbers (1-based) of the violations, or the number of violations where rows are not to blame. */
  violations: readonly number[] | number
  denominator: number
}

export type CompileContext<P> = {
  parameter: Parameter
  params: P
  /** The column under judgement, for `target: 'column'`; the first of `columns` otherwise. */
  column: string
  columns: readonly string[]
  scope: TableScope
  /** The words of the engine that will run what is compiled. */
  dialect: Dialect
  table: StagedTable
  tables: readonly StagedTable[]
  /** A second table, with the same missing codes; throws a problem naming `path` when the run has no such table. */
  other(name: string, path: string): TableScope
  /** A user's expression as a boolean over the rows of `scope` (or of another scope); never raw SQL. */
  condition(expression: string, path: string, scope?: TableScope): Sql
  expression(expression: string, path: string, type: 'number' | 'text' | 'date'): Sql
  /** The instant the run is judged at, fixed so that a run can be repeated. ISO text without zone. */
  now: string
  /** Facts that are not in the tables: history of earlier runs, expected manifest, open queries; see RunInput.context. */
  context: Readonly<SqlRow>
}

export type CheckDefinition<S extends ParamShape = ParamShape> = {
  id: string
  slug: string
  dimension: Dimension
  kahn: Kahn
  level: Level
  /** `column`: judged for each target column by itself; `columns`: the target columns together; `table`, `dataset`: none. */
  target: 'column' | 'columns' | 'table' | 'dataset'
  /** Fewest target columns, for `columns`. */
  atLeast?: number
  title: Text
  counts: Text
  help: Text
  severity?: Severity
  /** What it looks at beside the tables: whoever runs it brings that. */
  facts?: readonly FactKind[]
  /** What it finds is itself what must not be shown. */
  sensitive?: true
  params: S
  fail?: Threshold
  /** Below so many rows the check says nothing, unless its parameter sets another minimum. */
  minDenominator?: number
  example: Example
  compile(context: CompileContext<ParamsOf<S>>): Part | readonly Part[]
}

/** A definition whose parameter type is forgotten: what registry, planner and forms work with. */
export type Check = Omit<CheckDefinition, 'compile'> & { compile(context: CompileContext<never>): Part | readonly Part[] }

export function defineCheck<const S extends ParamShape>(definition: CheckDefinition<S>): Check {
  return definition
}
