import { useNavigate } from 'react-router'
import { addressOf, flatten, listAddress, titleOf, useMenu } from '../state/menu.ts'
import { useLanguage } from '../i18n/index.ts'
import { useTour } from './store.ts'

/** Where data come in, are judged, asked about, closed and leave, and where all of it is written down. */
const RESOURCES = ['study.project', 'gather.delivery', 'qc.run', 'finding', 'query', 'analysis.project', 'auth.log'] as const
export type Stop = { resource: (typeof RESOURCES)[number]; address: string; title: string }

/** The pages of the walk that this person has in the menu, as the menu calls them. */
export const useStops = (): Stop[] => {
  const lang = useLanguage()
  const nodes = useMenu((s) => s.nodes)
  return RESOURCES.flatMap((resource) => {
    const address = listAddress(nodes, resource)
    const node = flatten(nodes).find((one) => address !== null && addressOf(one) === address)
    return address && node ? [{ resource, address, title: titleOf(node, lang) }] : []
  })
}

/** To the page of that stop. Between two steps everybody goes where they like. */
export const useWalk = (stops: readonly Stop[]): ((at: number) => void) => {
  const navigate = useNavigate()
  const go = useTour((s) => s.go)
  return (at) => {
    go(at)
    const to = stops[at]?.address
    if (to) void navigate(to)
  }
}
