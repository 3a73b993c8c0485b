import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type AdminInfo, useAdmin } from './admin.ts'
import { type AuthNodes, useAuthNodes } from './auth-nodes.ts'

/** The rule map holds the wildcard or the rule itself. */
export const holdsRule = (admin: Pick<AdminInfo, 'b_rules'>, rule: string): boolean => '*' in admin.b_rules || rule in admin.b_rules

export const can = (rule: string): boolean => holdsRule(useAdmin.getState(), rule)

export const useCan = (rule: string): boolean => useAdmin((s) => holdsRule(s, rule))

export const allowsNode = (nodes: AuthNodes, path: string, node: string): boolean => nodes[path]?.includes(`${path}/${node}`) ?? false

/** May the person press this button on this page? */
export const useNode = (node: string): boolean => {
  const { pathname } = useLocation()
  return useAuthNodes((s) => allowsNode(s.nodes, pathname, node))
}

/** First check: the button of the current page. */
export const Auth = ({ node, children }: { node: string; children: ReactNode }) => (useNode(node) ? children : null)

/** Second check: a rule, wherever it is used. */
export const Rule = ({ rule, children }: { rule: string; children: ReactNode }) => (useCan(rule) ? children : null)
