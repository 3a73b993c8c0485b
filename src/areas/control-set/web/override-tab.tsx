import type { Row } from '#kernel'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { useResource } from '#web'
import { behind } from '#web/languages.ts'
import type { controlSet } from '../index.ts'
import { TABS } from '../locale.ts'

/** Where the rules of this set differ, and until when. */
export const OverrideTab = ({ row }: { row: Row<typeof controlSet> }) => {
  const { words } = useResource()
  const of = row.study === null ? [] : [{ field: 'study', operator: 'IN' as const, val: String(row.study) }]
  return (
    <ListOf
      resource="control.override"
      where={[{ field: 'parameter', operator: 'IN', val: row.parameters.join(',') || '0' }, ...of]}
      at="override"
      title={TABS.override[behind(words.lang)]}
      {...(row.study === null ? {} : { preset: { study: row.study } })}
    />
  )
}
