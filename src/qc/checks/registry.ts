import type { Check } from '../check.ts'
import { emptyColumn } from './completeness/empty-column.ts'
import { formComplete } from './completeness/form-complete.ts'
import { missingCodeUsed } from './completeness/missing-code-used.ts'
import { missingWithoutReason } from './completeness/missing-without-reason.ts'
import { notNull } from './completeness/not-null.ts'
import { completenessRatio, rowCountBetween } from './completeness/ratio.ts'
import { requiredValuesPresent } from './completeness/required-values-present.ts'
import { blankWhenHidden, requiredWhen } from './completeness/required-when.ts'
import { allOfComplete, anyOfComplete, blankRow, completeIfComplete } from './completeness/several.ts'
import { expectedVisit, personCoverage, rowsPerSubject } from './completeness/subjects.ts'
import { ageVsBirth } from './consistency/age-vs-birth.ts'
import { compareFields } from './consistency/compare-fields.ts'
import { contiguous } from './consistency/contiguous.ts'
import { countInGroup } from './consistency/count-in-group.ts'
import { enumeratedColumns } from './consistency/enumerated-columns.ts'
import { functionalDependency } from './consistency/functional-dependency.ts'
import { idVsAttributes } from './consistency/id-vs-attributes.ts'
import { mutuallyExclusive } from './consistency/mutually-exclusive.ts'
import { pairInSet } from './consistency/pair-in-set.ts'
import { rowExpression } from './consistency/row-expression.ts'
import { sexSpecific } from './consistency/sex-specific.ts'
import { sortedBy } from './consistency/sorted-by.ts'
import { swappedColumns } from './consistency/swapped.ts'
import { encoding, magicMatches, readable, sizeBetween } from './file/content.ts'
import { dicomHeader } from './file/dicom-header.ts'
import { fastqSyntax } from './file/fastq-syntax.ts'
import { vcfSyntax } from './file/vcf-syntax.ts'
import { hashMatches, rowCountManifest } from './file/manifest.ts'
import { expectedSet, namingConvention } from './file/names.ts'
import { doubleEntryConflict } from './integrity/double-entry.ts'
import { fileRecordLink } from './integrity/file-record-link.ts'
import { foreignKey } from './integrity/foreign-key.ts'
import { orphanParent } from './integrity/orphan-parent.ts'
import { rowCountEqualsOther } from './integrity/row-count-equals-other.ts'
import { openQueries } from './process/open-queries.ts'
import { unresolvedBlocking } from './process/unresolved-blocking.ts'
import { distributionVsReference } from './statistics/distribution.ts'
import { metricAnomaly } from './statistics/metric-anomaly.ts'
import { outlierIqr } from './statistics/outlier-iqr.ts'
import { outlierMad } from './statistics/outlier-mad.ts'
import { outlierSd } from './statistics/outlier-sd.ts'
import { statisticBetween } from './statistics/statistic-between.ts'
import { volumeChange } from './statistics/volume-change.ts'
import { blankHeader } from './structure/blank-header.ts'
import { columnCountBetween } from './structure/column-count.ts'
import { columnOrder } from './structure/column-order.ts'
import { columnRequires } from './structure/column-requires.ts'
import { columnExists, duplicateColumnName, noExtraColumns, tableExists } from './structure/columns.ts'
import { forbiddenColumn } from './structure/forbidden-column.ts'
import { namePattern } from './structure/name-pattern.ts'
import { raggedRow } from './structure/ragged-row.ts'
import { schemaDrift } from './structure/schema-drift.ts'
import { consentFirst } from './temporal/consent-first.ts'
import { constantShouldNotChange } from './temporal/constant.ts'
import { eventOrder } from './temporal/event-order.ts'
import { impossibleChange } from './temporal/impossible-change.ts'
import { afterBirth, beforeDeath } from './temporal/life.ts'
import { monotone } from './temporal/monotone.ts'
import { notFuture } from './temporal/not-future.ts'
import { overlappingPeriods } from './temporal/overlapping-periods.ts'
import { startBeforeEnd } from './temporal/start-before-end.ts'
import { studyDayCorrect } from './temporal/study-day.ts'
import { withinVisitWindow } from './temporal/visit-window.ts'
import { weekend } from './temporal/weekend.ts'
import { withinVisit } from './temporal/within-visit.ts'
import { entryDelay } from './timeliness/entry-delay.ts'
import { freshness } from './timeliness/freshness.ts'
import { distinctCount, uniqueRatio } from './uniqueness/distinct.ts'
import { duplicateFile } from './uniqueness/duplicate-file.ts'
import { compoundUnique, duplicateRow, primaryKey } from './uniqueness/keys.ts'
import { oneToOne } from './uniqueness/one-to-one.ts'
import { sequenceGapless } from './uniqueness/sequence.ts'
import { unique } from './uniqueness/unique.ts'
import { uniqueWithinRecord } from './uniqueness/within-record.ts'
import { calculatedEqualsStored } from './values/calculated.ts'
import { charset } from './values/charset.ts'
import { completeDate } from './values/complete-date.ts'
import { dateParseable } from './values/date-parseable.ts'
import { decimalPlaces } from './values/decimal-places.ts'
import { durationValid } from './values/duration.ts'
import { excelDamage } from './values/excel-damage.ts'
import { jsonParseable } from './values/json-parseable.ts'
import { lengthBetween } from './values/length.ts'
import { likePattern } from './values/like-pattern.ts'
import { namedFormat } from './values/named-format.ts'
import { notConstant } from './values/not-constant.ts'
import { rangeByGroup } from './values/range-by-group.ts'
import { range } from './values/range.ts'
import { rareVariant } from './values/rare-variant.ts'
import { regex } from './values/regex.ts'
import { residentId } from './values/resident-id.ts'
import { sensitiveContent } from './values/sensitive-content.ts'
import { inSet, notInSet } from './values/set.ts'
import { sumOfColumns } from './values/sum-of-columns.ts'
import { truncatedValue } from './values/truncated.ts'
import { typeCastable } from './values/type-castable.ts'
import { unitAllowed } from './values/unit-allowed.ts'
import { strayWhitespace } from './values/whitespace.ts'

/** The catalogue in the order of its codes. A new check type is one file beside these and its name here. */
export const CHECKS: readonly Check[] = [
  notNull,
  requiredWhen,
  blankWhenHidden,
  completenessRatio,
  anyOfComplete,
  allOfComplete,
  completeIfComplete,
  missingCodeUsed,
  missingWithoutReason,
  formComplete,
  expectedVisit,
  rowsPerSubject,
  personCoverage,
  rowCountBetween,
  requiredValuesPresent,
  blankRow,
  emptyColumn,
  tableExists,
  columnExists,
  noExtraColumns,
  columnOrder,
  duplicateColumnName,
  blankHeader,
  columnCountBetween,
  raggedRow,
  schemaDrift,
  namePattern,
  forbiddenColumn,
  columnRequires,
  typeCastable,
  range,
  rangeByGroup,
  inSet,
  notInSet,
  regex,
  likePattern,
  namedFormat,
  lengthBetween,
  dateParseable,
  completeDate,
  durationValid,
  jsonParseable,
  charset,
  strayWhitespace,
  decimalPlaces,
  unitAllowed,
  calculatedEqualsStored,
  sumOfColumns,
  residentId,
  excelDamage,
  truncatedValue,
  notConstant,
  sensitiveContent,
  rareVariant,
  unique,
  primaryKey,
  compoundUnique,
  uniqueWithinRecord,
  duplicateRow,
  distinctCount,
  uniqueRatio,
  oneToOne,
  duplicateFile,
  sequenceGapless,
  compareFields,
  rowExpression,
  pairInSet,
  functionalDependency,
  sexSpecific,
  idVsAttributes,
  ageVsBirth,
  mutuallyExclusive,
  sortedBy,
  enumeratedColumns,
  contiguous,
  swappedColumns,
  countInGroup,
  foreignKey,
  orphanParent,
  rowCountEqualsOther,
  doubleEntryConflict,
  fileRecordLink,
  startBeforeEnd,
  afterBirth,
  beforeDeath,
  withinVisit,
  withinVisitWindow,
  consentFirst,
  notFuture,
  overlappingPeriods,
  eventOrder,
  impossibleChange,
  constantShouldNotChange,
  monotone,
  weekend,
  studyDayCorrect,
  freshness,
  entryDelay,
  hashMatches,
  sizeBetween,
  magicMatches,
  readable,
  encoding,
  rowCountManifest,
  namingConvention,
  expectedSet,
  dicomHeader,
  fastqSyntax,
  vcfSyntax,
  outlierSd,
  outlierIqr,
  outlierMad,
  statisticBetween,
  distributionVsReference,
  metricAnomaly,
  volumeChange,
  openQueries,
  unresolvedBlocking,
]

const byName = new Map(CHECKS.flatMap((check) => [[check.id.toLowerCase(), check] as const, [check.slug, check] as const]))

export const findCheck = (name: string): Check | undefined => byName.get(name.toLowerCase())
export const checkNames = (): string[] => CHECKS.map((check) => check.slug)
