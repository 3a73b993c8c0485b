import type { Check } from '../check.ts'
import { formComplete } from './completeness/form-complete.ts'
import { missingCodeUsed } from './completeness/missing-code-used.ts'
import { notNull } from './completeness/not-null.ts'
import { completenessRatio, rowCountBetween } from './completeness/ratio.ts'
import { blankWhenHidden, requiredWhen } from './completeness/required-when.ts'
import { allOfComplete, anyOfComplete, blankRow, completeIfComplete } from './completeness/several.ts'
import { expectedVisit, personCoverage, rowsPerSubject } from './completeness/subjects.ts'
import { ageVsBirth } from './consistency/age-vs-birth.ts'
import { compareFields } from './consistency/compare-fields.ts'
import { idVsAttributes } from './consistency/id-vs-attributes.ts'
import { rowExpression } from './consistency/row-expression.ts'
import { sexSpecific } from './consistency/sex-specific.ts'
import { encoding, magicMatches, readable, sizeBetween } from './file/content.ts'
import { dicomHeader } from './file/dicom-header.ts'
import { fastqSyntax } from './file/fastq-syntax.ts'
import { hashMatches, rowCountManifest } from './file/manifest.ts'
import { expectedSet, namingConvention } from './file/names.ts'
import { doubleEntryConflict } from './integrity/double-entry.ts'
import { fileRecordLink } from './integrity/file-record-link.ts'
import { foreignKey } from './integrity/foreign-key.ts'
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
import { columnExists, duplicateColumnName, noExtraColumns, tableExists } from './structure/columns.ts'
import { raggedRow } from './structure/ragged-row.ts'
import { schemaDrift } from './structure/schema-drift.ts'
import { consentFirst } from './temporal/consent-first.ts'
import { constantShouldNotChange } from './temporal/constant.ts'
import { afterBirth, beforeDeath } from './temporal/life.ts'
import { notFuture } from './temporal/not-future.ts'
import { startBeforeEnd } from './temporal/start-before-end.ts'
import { withinVisitWindow } from './temporal/visit-window.ts'
import { withinVisit } from './temporal/within-visit.ts'
import { entryDelay } from './timeliness/entry-delay.ts'
import { freshness } from './timeliness/freshness.ts'
import { duplicateFile } from './uniqueness/duplicate-file.ts'
import { compoundUnique, duplicateRow, primaryKey } from './uniqueness/keys.ts'
import { unique } from './uniqueness/unique.ts'
import { uniqueWithinRecord } from './uniqueness/within-record.ts'
import { calculatedEqualsStored } from './values/calculated.ts'
import { charset } from './values/charset.ts'
import { dateParseable } from './values/date-parseable.ts'
import { excelDamage } from './values/excel-damage.ts'
import { lengthBetween } from './values/length.ts'
import { namedFormat } from './values/named-format.ts'
import { rangeByGroup } from './values/range-by-group.ts'
import { range } from './values/range.ts'
import { regex } from './values/regex.ts'
import { residentId } from './values/resident-id.ts'
import { sensitiveContent } from './values/sensitive-content.ts'
import { inSet, notInSet } from './values/set.ts'
import { typeCastable } from './values/type-castable.ts'

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
  formComplete,
  expectedVisit,
  rowsPerSubject,
  personCoverage,
  rowCountBetween,
  blankRow,
  tableExists,
  columnExists,
  noExtraColumns,
  duplicateColumnName,
  raggedRow,
  schemaDrift,
  typeCastable,
  range,
  rangeByGroup,
  inSet,
  notInSet,
  regex,
  namedFormat,
  lengthBetween,
  dateParseable,
  charset,
  calculatedEqualsStored,
  residentId,
  excelDamage,
  sensitiveContent,
  unique,
  primaryKey,
  compoundUnique,
  uniqueWithinRecord,
  duplicateRow,
  duplicateFile,
  compareFields,
  rowExpression,
  sexSpecific,
  idVsAttributes,
  ageVsBirth,
  foreignKey,
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
  constantShouldNotChange,
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
