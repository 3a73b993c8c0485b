import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#web'
import type { Changes, Placed, ProblemLine } from './api.ts'

type Props = { changes: Changes; slots: readonly string[] }

const Table = ({ title, head, children }: { title: string; head: readonly string[]; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
  <div className="delivery-table" role="region" aria-label={title} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

const Place = ({ row, subject, visit, instance }: Placed) => (
  <>
    <th scope="row">{row}</th>
    <td>{subject ?? '∅'}</td>
    <td>{[visit, instance].filter(Boolean).join(' · ') || '∅'}</td>
  </>
)

/** What was and what would be, cell by cell. */
export const ChangedRows = ({ changes, titleOf }: { changes: Changes; titleOf(slot: string): string }) => {
  const t = useText('delivery')
  return (
    <Table title={t('changed')} head={[t('row'), t('subject'), t('visit'), t('cells')]}>
      {changes.changed.map((row) => (
        <tr key={row.row} data-kind="changed">
          <Place {...row} />
          <td>
            {row.cells.map(({ slot, before, after }) => (
              <span key={slot} className="delivery-cell">
                {titleOf(slot)} <del>{before ?? '∅'}</del> → <ins>{after ?? '∅'}</ins>
              </span>
            ))}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export const AddedRows = ({ changes, slots, titleOf }: Props & { titleOf(slot: string): string }) => {
  const t = useText('delivery')
  return (
    <Table title={t('added')} head={[t('row'), t('subject'), t('visit'), ...slots.map(titleOf)]}>
      {changes.added.map((row) => (
        <tr key={row.row} data-kind="added">
          <Place {...row} />
          {slots.map((slot) => (
            <td key={slot}>{row.values[slot] ?? '∅'}</td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** Rows that are not stored, or that a rule complains of, each with what is wrong. */
export const ProblemRows = ({ kind, rows }: { kind: 'refused' | 'stops' | 'warns'; rows: readonly ProblemLine[] }) => {
  const t = useText('delivery')
  return (
    <Table title={t(kind)} head={[t('row'), t('subject'), t('visit'), t(kind === 'refused' ? 'reason' : 'problem')]}>
      {rows.map((row) => (
        <tr key={`${row.row} ${row.text}`} data-kind={kind}>
          <Place {...row} />
          <td>{row.text}</td>
        </tr>
      ))}
    </Table>
  )
}

/** Records that earlier deliveries brought; each leads to what it says. */
export const VanishedRows = ({ changes, study, form }: { changes: Changes; study: number; form: number | null }) => {
  const t = useText('delivery')
  return (
    <>
      <p>{t(`removed.${changes.removed}`)}</p>
      <Table title={t('vanished')} head={[t('subject'), t('visit'), t('record')]}>
        {changes.vanished.map(({ id, subject, visit, instance }) => (
          <tr key={id} data-kind="vanished">
            <th scope="row">{subject}</th>
            <td>{[visit, instance].filter(Boolean).join(' · ') || '∅'}</td>
            <td>
              <Link to={`/admin/clinical/data?study=${study}&form=${form ?? ''}&record=${id}`}>#{id}</Link>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
