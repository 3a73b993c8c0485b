import type { Sensitivity } from '../dictionary/variable.ts'

/** What a role of a study's team reads in clear, up to which level. What identifies a person is for those who see the person. */
const CLEAR: Readonly<Record<string, Sensitivity>> = { pi: 3, coordinator: 3, dataManager: 2, monitor: 1, auditor: 1, analyst: 0 }

/** Whether somebody with these roles, site by site, reads a variable of this level in clear at all of their sites. */
export const readsClear = (sites: readonly (readonly string[])[], level: Sensitivity): boolean =>
  level === 0 || (sites.length > 0 && sites.every((roles) => roles.some((role) => (CLEAR[role] ?? 0) >= level)))
