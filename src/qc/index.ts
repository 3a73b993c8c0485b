export { DIMENSIONS, defineCheck, type Check, type Dimension, type Example, type Kahn, type Level } from './check.ts'
export { CHECKS, checkNames, findCheck } from './checks/registry.ts'
export { pointsOf, type FindingFact, type HistoryPoint, type QueryFact } from './context.ts'
export { ENGINE_VERSION, runChecks, type Run, type RunInput } from './engine.ts'
export { columnsOf } from './expression/columns.ts'
export { ExpressionError } from './expression/error.ts'
export { evaluateExpression } from './expression/evaluate.ts'
export { FUNCTIONS } from './expression/functions.ts'
export type { ParamField, ParamShape } from './param-shape.ts'
export {
  METRICS,
  NO_VIOLATION,
  OPERATORS,
  SEVERITIES,
  type Parameter,
  type Severity,
  type Threshold,
  type Thresholds,
} from './parameter.ts'
export { ParameterError, type Problem } from './problem.ts'
export { STATUSES, type CheckResult, type FieldResult, type GroupResult, type Status } from './result.ts'
export { CAP, FORMULA, scoreRun, WEIGHTS, type RunScore, type Score } from './score.ts'
export { REASONS, type Reason } from './shape.ts'
export type { ImportNote, QcDatabase, SourceFacts, StagedTable } from './table.ts'
export type { Text } from './text.ts'
export { reevaluate } from './threshold.ts'
export { validate } from './validate.ts'
export type { Violation, ViolationFilter, Violations } from './violations.ts'
export { fingerprintOf, type CopyColumn, type CopyColumns, type Identity } from './plan/copy-column.ts'
export { openDatabase, type DatabaseOptions, type QcWorkspace } from './database.ts'
export { diffTables, type Diff, type DiffOptions, type DiffRow } from './diff/diff.ts'
export { parseDictionary, type Dictionary, type DictionaryField, type FieldType } from './packs/dictionary.ts'
export { edcPack, type EdcOptions, type EdcPack } from './packs/edc.ts'
export { fastqPack, type FastqPackOptions } from './packs/fastq.ts'
export { starterPack } from './packs/starter.ts'
export { importGuard } from './profile/guard.ts'
export { profileTable, type ProfileOptions } from './profile/profile.ts'
export type { ColumnProfile, ColumnType, IdentifierKind, NumberProfile, TableProfile } from './profile/types.ts'
export type { FileFact } from './source/file-fact.ts'
export { QcInputError } from './source/input-error.ts'
export { inspectFile } from './source/inspect.ts'
export { FORMATS, type Format, type StageOptions } from './source/reading.ts'
export { stageFile } from './source/stage.ts'
export { buildReport, type ReportInput } from './report/build.ts'
export type { ReportModel, ReportResult, ReportTable } from './report/model.ts'
export { renderReport } from './report/render.ts'
export { renderWorkbook } from './report/workbook.ts'
export { verdictOf, worstFirst } from './verdict.ts'
export { SEVERITY_WORDS, STATUS_SIGNS, STATUS_WORDS } from './words.ts'
