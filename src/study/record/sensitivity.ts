import { ARM_LEVEL } from '../blind.ts'
import type { Sensitivity } from '../dictionary/variable.ts'

/** What a role of a study's team reads in clear, up to which level. What identifies a person is for those who see the person. */
const CLEAR: Readonly<Record<string, Sensitivity>> = { pi: 3, coordinator: 3, dataManager: 2, monitor: 1, auditor: 1, analyst: 0 }

/** Whether somebody with these roles, site by site, reads a variable of this level in clear at all of their sites. */
export const readsClear = (sites: readonly (readonly string[])[], level: Sensitivity): boolean =>
  level === 0 || (sites.length > 0 && sites.every((roles) => roles.some((role) => (CLEAR[role] ?? 0) >= level)))

/** Up to which level a role is told that there is such a variable, where it does not read it: masked up to here, absent above. */
const TOLD: Readonly<Record<string, Sensitivity>> = { pi: 3, coordinator: 3, dataManager: 3, auditor: 3, monitor: 2, analyst: 2 }

/** What identifies a person: nothing above it is kept from those who know that there is such a variable. */
const IDENTIFYING = 3
export const identifies = ({ sensitivity }: { readonly sensitivity: number }): boolean => sensitivity === IDENTIFYING

export const UNTOLD = Object.entries(TOLD).flatMap(([role, level]) => (level < 3 ? [role] : []))

/** Whether somebody with these roles knows nothing of a variable of this level, at any of their sites. Whoever answers for the house has no role and is told. */
export const isAbsent = (sites: readonly (readonly string[])[], level: number): boolean =>
  level !== ARM_LEVEL && sites.length > 0 && sites.every((roles) => roles.every((role) => (TOLD[role] ?? 3) < level))
