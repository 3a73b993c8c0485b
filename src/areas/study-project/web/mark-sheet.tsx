import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { type RowData, useResource, useText } from '#web'
import { PAPER_ROWS } from '#web/grid/paper.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, momentOf } from '#web/ui/format.ts'
import { fetchMarks } from './verification-api.ts'

const atOf = (value: unknown): string => {
  const moment = momentOf(typeof value === 'string' ? value : null)
  return moment ? exactTime(moment) : '–'
}
const COLUMNS = ['title', 'kind', 'department', 'by', 'createdAt', 'note'] as const

const Sheet = ({ rows, total }: { rows: readonly RowData[]; total: number }) => {
  const t = useText('study')
  const { words } = useResource()
  const shown = (row: RowData, column: (typeof COLUMNS)[number]): string => {
    if (column === 'kind') return words.option('kind', String(row['kind']))
    if (column === 'createdAt') return atOf(row['createdAt'])
    return String(row._labels?.[column] ?? row[column] ?? '')
  }
  return (
    <section className="only-print mark-sheet">
      <h2>{t('sheet.title', { count: total })}</h2>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column}>{words.field(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, PAPER_ROWS).map((row) => (
            <tr key={row.id}>
              {COLUMNS.map((column) => (
                <td key={column}>{shown(row, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > PAPER_ROWS && <p>{t('sheet.more', { shown: PAPER_ROWS })}</p>}
    </section>
  )
}

/** The list of what was looked at, on paper: all of it, not the page of it that the screen shows. The button and the sheet stand apart. */
export const useMarkSheet = (study: number): { button: ReactNode; sheet: ReactNode } => {
  const t = useText('study')
  const [found, setFound] = useState<{ list: RowData[]; total: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      const fetched = await fetchMarks(study)
      flushSync(() => setFound(fetched))
      window.print()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return {
    button: (
      <Button look="quiet" busy={busy} onClick={() => void print()}>
        {t('sheet.print')}
      </Button>
    ),
    sheet: found && (
      <WithResource name="study.mark">
        <Sheet rows={found.list} total={found.total} />
      </WithResource>
    ),
  }
}
