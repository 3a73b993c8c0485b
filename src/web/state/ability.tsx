import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { allowsNode, holdsRule } from './ability-rules.ts'
import { useAdmin } from './admin.ts'
import { useAuthNodes } from './auth-nodes.ts'

export { holdsRule } from './ability-rules.ts'

export const can = (rule: string): boolean => holdsRule(useAdmin.getState(), rule)

export const useCan = (rule: string): boolean => useAdmin((s) => holdsRule(s, rule))

/** May the person press this button on this page? */
export const useNode = (node: string): boolean => {
  const { pathname } = useLocation()
  return useAuthNodes((s) => allowsNode(s.nodes, pathname, node))
}

/** First check: the button of the current page. */
export const Auth = ({ node, children }: { node: string; children: ReactNode }) => (useNode(node) ? children : null)

/** Second check: a rule, wherever it is used. */
export const Rule = ({ rule, children }: { rule: string; children: ReactNode }) => (useCan(rule) ? children : null)
