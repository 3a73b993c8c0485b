import { Link } from 'react-router'
import { ensureText, useText } from '#web'
import { called } from '#web/study/called.ts'
import { unitOf } from '#web/study/unit.ts'
import type { Cell } from './api.ts'
import './query.css'

await ensureText('query')

type Place = { form: number | null; record: number | null }
/** The value that it asks about as it is now, and the door to its record. */
/** `beside`: what is being filled in stays, the record comes in a window of its own. */
export const Now = ({ row: { form, record }, cell, beside = false }: { row: Place; cell: Cell; beside?: boolean }) => {
  const t = useText('query')
  const address = new URLSearchParams({ study: String(cell.study), form: String(form), record: String(record) })
  return (
    <section className="query-now">
      {cell.label && (
        <p>
          {cell.label} <b>{called(cell, cell.value)}</b> {unitOf(cell)}
        </p>
      )}
      <Link to={`/admin/clinical/data?${address}`} target={beside ? '_blank' : undefined}>
        {t('openRecord')}
      </Link>
    </section>
  )
}
