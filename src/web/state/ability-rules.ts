import type { AuthNodes } from './auth-nodes.ts'

/** The rule map holds the wildcard or the rule itself. */
export const holdsRule = (admin: { b_rules: Record<string, unknown> }, rule: string): boolean =>
  Object.hasOwn(admin.b_rules, '*') || Object.hasOwn(admin.b_rules, rule)

/** The menu entry of the page holds the button of that rule. */
export const allowsNode = (nodes: AuthNodes, path: string, rule: string): boolean => nodes[path]?.includes(`/admin/${rule}`) ?? false
