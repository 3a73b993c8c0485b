import { type KeyboardEvent, useState } from 'react'
import left from 'virtual:icon/chevron-left'
import right from 'virtual:icon/chevron-right'
import { useResource, useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { type Seen, useRows } from './preview.ts'

const SHOWN_COLUMNS = 60
const FIRST_LIMIT = 50

type Chooser = { from: number; shown: number; all: number; onGo(column: number): void; onFind(name: string): void }
/** Of a wide table: which of its columns are shown, and the way to the others. */
const ColumnChooser = ({ from, shown, all, onGo, onFind }: Chooser) => {
  const t = useText('datafile')
  const { words } = useResource()
  const n = (value: number) => formatNumber(value, words.lang)
  const [text, setText] = useState('')
  const find = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onFind(text.trim())
  }
  return (
    <div className="datafile-columns" role="group" aria-label={t('columns.label')}>
      <Button
        look="quiet"
        icon={left}
        aria-label={t('columns.previous')}
        disabled={from === 0}
        onClick={() => onGo(Math.max(0, from - SHOWN_COLUMNS))}
      />
      <span aria-live="polite">{t('columns.shown', { from: n(from + 1), to: n(from + shown), all: n(all) })}</span>
      <Button
        look="quiet"
        icon={right}
        aria-label={t('columns.next')}
        disabled={from + shown >= all}
        onClick={() => onGo(from + SHOWN_COLUMNS)}
      />
      <input
        className="input"
        type="search"
        value={text}
        placeholder={t('columns.find')}
        aria-label={t('columns.find')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={find}
      />
    </div>
  )
}

type Cells = { columns: readonly string[]; rows: readonly (readonly (string | null)[])[]; from: number }
const Grid = ({ columns, rows, from }: Cells) => (
  <table>
    <thead>
      <tr>
        <th scope="col" className="datafile-number">
          #
        </th>
        {columns.map((name, i) => (
          <th key={`${i}.${name}`} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, i) => (
        <tr key={from + i}>
          <th scope="row" className="datafile-number">
            {from + i + 1}
          </th>
          {columns.map((name, at) => (
            <td key={`${at}.${name}`}>{cells[at] ?? <span className="datafile-blank">∅</span>}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type Place = { page: number; limit: number; column: number; find: string }
type File = { id: number; rows: number | null; columns: number | null }
/** The first rows lie with the file; any other rows and columns are asked of a worker. */
export const Table = ({ row, seen, shown }: { row: File; seen: Seen; shown: NonNullable<Seen['shown']> }) => {
  const t = useText('datafile')
  const [{ page, limit, column, find }, setPlace] = useState<Place>({ page: 1, limit: FIRST_LIMIT, column: 0, find: '' })
  const total = row.rows ?? shown.rows.length
  const all = row.columns ?? shown.columns.length
  const from = (page - 1) * limit
  const hasRows = from + limit <= shown.rows.length || shown.rows.length >= total
  const hasColumns = find === '' && (column + SHOWN_COLUMNS <= shown.columns.length || shown.columns.length >= all)
  const isKept = hasRows && hasColumns
  const part = { id: row.id, number: seen.number, from, count: limit, column, columns: SHOWN_COLUMNS, find }
  const { data, error, isFetching, isPending, refetch } = useRows(isKept ? null : part)
  const own = { columns: shown.columns.slice(column, column + SHOWN_COLUMNS), column, isFound: true }
  const { columns, column: first, isFound } = (isKept ? undefined : data) ?? own
  const rows = isKept
    ? shown.rows.slice(from, from + limit).map((cells) => cells.slice(column, column + SHOWN_COLUMNS))
    : (data?.rows ?? [])
  const go = (change: Partial<Place>) => setPlace({ page, limit, column: first, find: '', ...change })
  return (
    <>
      {all > SHOWN_COLUMNS && (
        <ColumnChooser
          from={first}
          shown={columns.length}
          all={all}
          onGo={(next) => go({ column: next })}
          onFind={(name) => go({ find: name })}
        />
      )}
      {!isFound && (
        <p className="field-note" role="status">
          {t('columns.none', { text: find })}
        </p>
      )}
      {error && !isFetching ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        // A wide table holds nothing to focus: without a stop of its own the keyboard could not scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="datafile-table" role="region" aria-label={t('rows')} aria-busy={isFetching} tabIndex={0}>
          <Grid columns={columns} rows={rows} from={from} />
          {!isKept && isPending && <Skeleton rows={8} />}
        </div>
      )}
      {total > FIRST_LIMIT && (
        <Pager
          page={page}
          limit={limit}
          total={total}
          capped={false}
          rowsHere={rows.length}
          onPage={(next) => go({ page: next, find })}
          onLimit={(next) => go({ page: 1, limit: next, find })}
        />
      )}
    </>
  )
}
