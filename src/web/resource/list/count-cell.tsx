import { ruleBase } from '#kernel'
import type { CellViewProps } from '../../field/view.ts'
import { formatNumber } from '../../ui/format.ts'
import { useCan } from '../../state/ability.tsx'
import { useResource } from '../context.ts'
import { followInside } from './label-link.tsx'

/** How many records elsewhere point here, as a door to them. */
export const CountCell = ({ name, value, row, words, active }: CellViewProps) => {
  const { resource, nameOf } = useResource()
  const { of, by, many } = resource.counts![name]!
  const mayOpen = useCan(`${ruleBase(of)}/index`)
  const count = typeof value === 'number' ? value : 0
  const shown = formatNumber(count, words.lang)
  if (!mayOpen || count === 0) return <span className="cell-text">{shown}</span>
  const address = `/admin/${ruleBase(of)}?filter=${by}:${many ? 'FIND_IN_SET' : 'IN'}:${row.id}`
  return (
    <a
      className="cell-link"
      href={address}
      tabIndex={active ? 0 : -1}
      aria-label={`${words.field(name)} ${nameOf(row)}: ${shown}`}
      onClick={(event) => followInside(event, address)}
    >
      {shown}
    </a>
  )
}
