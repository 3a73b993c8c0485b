import { lazy, Suspense, useEffect, useRef } from 'react'
import { ensureText, useResource, useText } from '#web'
import type { RowData } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { formIdOf } from './api.ts'
import { ELSEWHERE } from './queries.tsx'

await ensureText('query')

const ActionDialog = lazy(() => import('#web/resource/form/action-dialog.tsx'))

type Props = { row: RowData; field: string | null; done(): void }
/** Subject, visit and the like are no value that somebody entered: then it is about the record. */
const valueIn = (field: string | null): string | null => (field && /^v\d/.test(field) ? field : null)

/** The question about a cell of the grid, in the dialog that it has everywhere. */
export const AskCell = ({ row, field, done }: Props) => {
  const t = useText('query')
  const { resource, words } = useResource()
  const value = valueIn(field)
  return (
    <WithResource name="query">
      <Suspense>
        <ActionDialog
          action="raise"
          rows={[]}
          about={value ? t('raiseOn', { name: words.field(value) }) : t('raiseRecord')}
          given={{ form: formIdOf(resource.name), record: row.id, field: value, ...ELSEWHERE }}
          onDone={done}
          onClose={done}
        />
      </Suspense>
    </WithResource>
  )
}

/** Somebody has looked at this value, and it is what the source says. */
export const MarkCell = ({ row, field, done }: Props) => {
  const { resource } = useResource()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const about = { form: formIdOf(resource.name), record: row.id, version: row.version, field: valueIn(field), kind: 'source' }
    // A refusal has been shown by the request already.
    void runAction('study.mark', 'markRecord', [], about, uuid())
      .catch(() => {})
      .finally(done)
  })
  return null
}
