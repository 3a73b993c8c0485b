import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

type Props = { tab: string; filter?: string | readonly string[]; children: ReactNode; label?: string }
/** Another tab of this study, perhaps with filters of its list: an address, so it can be opened anew and shared. */
export const TabLink = ({ tab, filter, children, label }: Props) => {
  const { pathname } = useLocation()
  const query = new URLSearchParams({ tab })
  for (const one of filter === undefined ? [] : [filter].flat()) query.append(`${tab}.filter`, one)
  return (
    <Link to={`${pathname}?${query}`} {...(label ? { 'aria-label': label } : {})}>
      {children}
    </Link>
  )
}
