import { Suspense } from 'react'
import type { Pointing } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { useResource } from '../context.ts'
import { ListOf } from '../list/list-of.tsx'
import { Fields } from './fields.tsx'
import { History } from './history.tsx'
import { PartComing } from './record-coming.tsx'
import type { RecordTab } from './record-tabs.ts'

/** The records that point here; a new one points here from the start. */
const Children = ({ name, title, child: { of, by, many, alike }, row }: { name: string; title: string; child: Pointing; row: RowData }) => (
  <ListOf
    resource={of}
    where={[{ field: by, operator: many ? 'FIND_IN_SET' : '=', val: String(row.id) }]}
    preset={{ ...Object.fromEntries((alike ?? []).map((field) => [field, row[field]])), [by]: many ? [row.id] : row.id }}
    at={name}
    title={title}
  />
)

const Overview = ({ row }: { row: RowData }) => {
  const Extra = useResource().half.slots?.rowDetail
  return (
    <div className="record-card">
      <Fields row={row} />
      {Extra && <Extra row={row} />}
    </div>
  )
}

const Content = ({ tab, row, reload }: { tab: RecordTab; row: RowData; reload(): void }) => {
  switch (tab.kind) {
    case 'overview':
      return <Overview row={row} />
    case 'history':
      return (
        <div className="record-card">
          <History id={row.id} />
        </div>
      )
    case 'child':
      return <Children name={tab.key} title={tab.title} child={tab.child} row={row} />
    case 'own':
      return <tab.Tab row={row} reload={reload} />
  }
}

type Props = {
  tab: RecordTab
  row: RowData
  /** Without tabs above it there is nothing that could name it. */ isAlone: boolean
  reload(): void
}

export const RecordPanel = ({ tab, row, isAlone, reload }: Props) => (
  <div
    className="record-panel"
    key={tab.key}
    data-kind={tab.kind}
    {...(isAlone ? {} : { role: 'tabpanel', id: `panel-${tab.key}`, 'aria-labelledby': `tab-${tab.key}` })}
    // Text alone holds nothing to focus: without a stop of its own the keyboard could not scroll it.
    tabIndex={tab.kind === 'child' ? undefined : 0}
  >
    <Suspense fallback={<PartComing />}>
      <Content tab={tab} row={row} reload={reload} />
    </Suspense>
  </div>
)
