import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

/** Another tab of this study, perhaps with a filter of its list: an address, so it can be opened anew and shared. */
export const TabLink = ({ tab, filter, children, label }: { tab: string; filter?: string; children: ReactNode; label?: string }) => {
  const { pathname } = useLocation()
  const query = new URLSearchParams({ tab })
  if (filter) query.set(`${tab}.filter`, filter)
  return (
    <Link to={`${pathname}?${query}`} {...(label ? { 'aria-label': label } : {})}>
      {children}
    </Link>
  )
}
