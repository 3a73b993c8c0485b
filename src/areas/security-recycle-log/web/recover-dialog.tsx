import { type RowData, useResource } from '#web'
import { uuid } from '#web/api/uuid.ts'
import { runAction } from '#web/api/resource.ts'
import { RestoreDialog } from '#web/resource/list/restore-dialog.tsx'
import { joinNames } from '#web/ui/format.ts'
import { useResources } from '#web/field/use-resources.ts'

/** The same question as in the bin of a list, asked of records of any resource. */
export default function RecoverDialog({ rows, onDone, onClose }: { rows: readonly RowData[]; onDone(): void; onClose(): void }) {
  const { resource, nameOf } = useResource()
  const { list } = useResources()
  const ids = rows.map((r) => r.id)
  const fields = rows.flatMap((r) => list.find((x) => x.name === r['resource'])?.fields ?? [])
  const names = rows.map(nameOf)
  return (
    <RestoreDialog
      names={names.length > 5 ? `${joinNames(names.slice(0, 5))} …` : joinNames(names)}
      count={rows.length}
      isTree={rows.some((r) => Number(r['children'] ?? 0) > 0)}
      fieldTitle={(name) => fields.find((x) => x.name === name)?.title ?? name}
      send={({ ...wish }) => runAction(resource.name, 'recover', ids, wish, uuid(), { showError: false })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
