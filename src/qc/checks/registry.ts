import type { Check } from '../check.ts'
import { notNull } from './completeness/not-null.ts'
import { unique } from './uniqueness/unique.ts'
import { range } from './values/range.ts'

/** The catalogue. A new check type is one file beside these and one line here. */
export const CHECKS: readonly Check[] = [notNull, range, unique]

const byName = new Map(CHECKS.flatMap((check) => [[check.id.toLowerCase(), check] as const, [check.slug, check] as const]))

export const findCheck = (name: string): Check | undefined => byName.get(name.toLowerCase())
export const checkNames = (): string[] => CHECKS.map((check) => check.slug)
