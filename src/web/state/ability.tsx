import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { allowsNode, holdsRule } from './ability-rules.ts'
import { useAdmin } from './admin.ts'
import { useAuthNodes } from './auth-nodes.ts'

/** Wherever it is used: the rule map holds it. */
export const useCan = (rule: string): boolean => useAdmin((s) => holdsRule(s, rule))

/** On the page where it is asked: the menu has a button for the rule there, and the rule map holds it. */
export const useMay = (): ((rule: string) => boolean) => {
  const { pathname } = useLocation()
  const nodes = useAuthNodes((s) => s.nodes)
  const b_rules = useAdmin((s) => s.b_rules)
  return useCallback((rule) => allowsNode(nodes, pathname, rule) && holdsRule({ b_rules }, rule), [nodes, pathname, b_rules])
}
