import { useMemo } from 'react'
import { Skeleton } from '../../ui/states.tsx'
import type { Filter } from '../address.ts'
import { type ResourceContext, ResourceInUse, useResource } from '../context.ts'
import { WithResource } from '../with-resource.tsx'
import { List, type Place } from './list.tsx'
import { useListState, useOwnListState } from './use-list-state.ts'

type Props = {
  resource: string
  /** Conditions that hold for every row and that nobody can take away here. */
  where: readonly Filter[]
  /** What a new record starts with. */
  preset?: Record<string, unknown>
  /** The list's name in the address, so that a link shows the same rows; without one the page itself remembers. */
  at?: string
  title?: string
  /** What the button for a new one says, where several lists stand on a page. */
  addText?: string
  /** Nothing new is offered: whatever stands above it would refuse it, and the page says why. */
  closed?: boolean
}

const NEW: ReadonlySet<string> = new Set(['add', 'import'])
const closedTo = (context: ResourceContext): ResourceContext => ({
  ...context,
  may: (action) => !NEW.has(action) && context.may(action),
})

/**
 * A column that is the same in every row says nothing, nor does a filter by it; the bin stays on the list's own page. Where nothing is taken
 * away the list is that page.
 */
const narrowed = (context: ResourceContext, where: readonly Filter[]): ResourceContext => {
  if (where.length === 0) return context
  const { list, ...resource } = context.resource
  const says = (name: string) => !where.some((w) => w.field === name)
  return {
    ...context,
    resource: { ...resource, list: { ...list, columns: list.columns.filter(says), filters: (list.filters ?? []).filter(says) } },
    may: (action) => action !== 'recycle' && context.may(action),
  }
}

const InAddress = ({ at, place }: { at: string; place: Place }) => <List {...useListState(`${at}.`)} place={place} />
const InPage = ({ place }: { place: Place }) => <List {...useOwnListState()} place={place} />

const Narrowed = ({ owner, where, preset, at, title, addText, closed = false }: Omit<Props, 'resource'> & { owner: string }) => {
  const whole = useResource()
  const conditions = JSON.stringify(where)
  const context = useMemo(() => narrowed(closed ? closedTo(whole) : whole, JSON.parse(conditions) as Filter[]), [whole, conditions, closed])
  const id = `${owner}.${at ?? whole.resource.name}`
  const place: Place = { id, title: title ?? whole.words.title, where, preset, addText }
  return (
    <ResourceInUse value={context}>
      {at === undefined ? <InPage key={conditions} place={place} /> : <InAddress key={conditions} at={at} place={place} />}
    </ResourceInUse>
  )
}

/** The list of a resource as part of another page, narrowed to some rows; several may stand on one page. */
export const ListOf = ({ resource, ...rest }: Props) => {
  const owner = useResource().resource.name
  return (
    <WithResource name={resource} fallback={<Skeleton />}>
      <Narrowed owner={owner} {...rest} />
    </WithResource>
  )
}
