import type { Words } from '#kernel'
import { DIMENSIONS, type Check, type Dimension, type Example } from '#qc/check.ts'
import { CHECKS, findCheck } from '#qc/checks/registry.ts'
import { commonSettings, targetSettings } from './common.ts'
import { settingsOf, wordsOf, type Setting } from './setting.ts'

/** A check type as the browser shows it: what it is for, what it asks, and an example that is also its first test. */
export type CatalogueEntry = Pick<Check, 'id' | 'slug' | 'dimension' | 'target'> & {
  title: Words
  counts: Words
  help: Words
  severity: string
  example: Example
  settings: { target: readonly Setting[]; params: readonly Setting[]; common: readonly Setting[] }
}

export const dimensions: Readonly<Record<Dimension, Words>> = {
  completeness: wordsOf(DIMENSIONS.completeness),
  structure: wordsOf(DIMENSIONS.structure),
  validity: wordsOf(DIMENSIONS.validity),
  uniqueness: wordsOf(DIMENSIONS.uniqueness),
  consistency: wordsOf(DIMENSIONS.consistency),
  integrity: wordsOf(DIMENSIONS.integrity),
  temporal: wordsOf(DIMENSIONS.temporal),
  timeliness: wordsOf(DIMENSIONS.timeliness),
  file: wordsOf(DIMENSIONS.file),
  statistics: wordsOf(DIMENSIONS.statistics),
  process: wordsOf(DIMENSIONS.process),
}

const entryOf = (check: Check): CatalogueEntry => {
  const { id, slug, dimension, target, title, counts, help, severity = 'major' } = check
  return {
    id,
    slug,
    dimension,
    target,
    title: wordsOf(title),
    counts: wordsOf(counts),
    help: wordsOf(help),
    severity,
    example: check.example,
    settings: { target: targetSettings(check), params: settingsOf(check.params), common: commonSettings },
  }
}

export const findEntry = (name: string): CatalogueEntry | undefined => {
  const check = findCheck(name)
  return check && entryOf(check)
}
export const catalogue = (): CatalogueEntry[] => CHECKS.map(entryOf)
export const checkTitle = (name: string): Words | undefined => {
  const check = findCheck(name)
  return check && wordsOf(check.title)
}
