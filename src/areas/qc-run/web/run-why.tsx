import type { Row } from '#kernel'
import { useResource, useText } from '#web'
import { followInside } from '#web/resource/list/label-link.tsx'
import type { qcRun } from '../index.ts'

/** The record that a run began for, by its trigger, and where that stands. */
const DOORS = {
  intake: ['delivery', '/admin/gather/delivery/'],
  schedule: ['set', '/admin/control/set/'],
  gate: ['study', '/admin/study/project/'],
} as const
const isDoor = (trigger: string): trigger is keyof typeof DOORS => Object.hasOwn(DOORS, trigger)

/** Why there is this run: who or what asked for it, as a door to it. */
export const RunWhy = ({ row }: { row: Row<typeof qcRun> & { _labels?: Readonly<Record<string, unknown>> } }) => {
  const t = useText('control')
  const { words } = useResource()
  const { trigger } = row
  const [field, page] = isDoor(trigger) ? DOORS[trigger] : []
  const id = field && row[field]
  const address = `${page}${id}`
  return (
    <p className="run-why">
      {t('run.cause', { trigger: words.field('trigger'), why: t(`run.why.${trigger}`) })}
      {field && id && (
        <a href={address} onClick={(event) => followInside(event, address)}>
          {String(row._labels?.[field] ?? id)}
        </a>
      )}
    </p>
  )
}
