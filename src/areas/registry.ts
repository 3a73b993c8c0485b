import type { RuleOf } from '#kernel'
import { authAdmin } from './auth-admin/index.ts'
import { authGroup } from './auth-group/index.ts'
import { authRule } from './auth-rule/index.ts'
import { dashboard } from './dashboard/index.ts'
import { department } from './department/index.ts'
import { job } from './job/index.ts'

/** The product, as a list. Tables, routes, rules and menus follow from it. */
export const areas = [department, job, authGroup, authAdmin, authRule] as const
export const pages = [dashboard] as const
export type Rule = RuleOf<(typeof areas)[number]>
