import { useCallback } from 'react'
import { ruleOf } from '../../kernel/name.ts'
import { allowsNode, holdsRule } from './ability-rules.ts'
import { useAdmin } from './admin.ts'
import { useAuthNodes } from './auth-nodes.ts'
import { listAddress, useMenu } from './menu.ts'

/** Wherever it is used: the rule map holds it. */
export const useCan = (rule: string): boolean => useAdmin((s) => holdsRule(s, rule))

/** The page of the resource has a button for the action in the menu, and the rule map holds it; on whatever page it is asked. */
export const useMay = (): ((resource: string, action: string) => boolean) => {
  const menu = useMenu((s) => s.nodes)
  const nodes = useAuthNodes((s) => s.nodes)
  const b_rules = useAdmin((s) => s.b_rules)
  return useCallback(
    (resource, action) => {
      const address = listAddress(menu, resource)
      const rule = ruleOf(resource, action)
      return address !== null && allowsNode(nodes, address, rule) && holdsRule({ b_rules }, rule)
    },
    [menu, nodes, b_rules],
  )
}
