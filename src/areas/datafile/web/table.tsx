import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import left from 'virtual:icon/chevron-left'
import right from 'virtual:icon/chevron-right'
import { type RowData, useResource, useText } from '#web'
import type { CellProps, GridColumn } from '#web/grid/column.ts'
import { DataGrid } from '#web/grid/data-grid.tsx'
import { CHUNK, MOST_LINES, useChunks } from '#web/resource/list/use-chunks.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { size } from '#web/ui/theme.ts'
import { cellAt, linesOf, rowsAt, type Seen } from './preview.ts'

const SHOWN_COLUMNS = 60
const GRID = 'datafile.rows'
/** The names above, the frame, and the bar below a wide table. */
const HEAD_PX = 52

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

/** To a row by its number: a bar that stands for a million rows hits none. */
const RowChooser = ({ total, onGo }: { total: number; onGo(line: number): void }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const [text, setText] = useState('')
  const go = (event: KeyboardEvent) => {
    const line = Number(text)
    if (event.key !== 'Enter' || !Number.isSafeInteger(line) || line < 1) return
    onGo(Math.min(line, total))
    setText('')
  }
  return (
    <label className="datafile-line">
      {t('lines.go')}
      <input
        className="input"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 12))}
        onKeyDown={go}
      />
      <span>{t('lines.all', { all: formatNumber(total, words.lang) })}</span>
    </label>
  )
}

const NumberCell = ({ row }: CellProps<RowData>) => <span className="datafile-number">{row.id}</span>
const cellOf = (place: number) => {
  const name = cellAt(place)
  return ({ row }: CellProps<RowData>) => {
    const value = row[name]
    return typeof value === 'string' ? (
      <span className="cell-text" title={value.length > LONG ? value : undefined}>
        {value}
      </span>
    ) : (
      <span className="datafile-blank">∅</span>
    )
  }
}
const LONG = 20
const CHAR_PX = 8
const PADDING_PX = 24
const LOOKED_AT = 50
/** As wide as what its first rows hold asks for, within reason; characters of East Asia take two places. */
const widthOf = (texts: readonly unknown[]): number => {
  const places = texts.map((text) => (typeof text === 'string' ? [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0) : 1))
  return Math.min(320, Math.max(72, Math.max(0, ...places) * CHAR_PX + PADDING_PX))
}
const columnsOf = (names: readonly string[], list: readonly RowData[]): GridColumn<RowData>[] => [
  { id: '#', title: '#', width: 72, align: 'end', text: true, stateless: true, Cell: NumberCell },
  ...names.map((title, place) => ({
    id: `${place}.${title}`,
    title,
    width: widthOf([title, ...list.slice(0, LOOKED_AT).map((line) => line[cellAt(place)])]),
    text: true,
    stateless: true,
    Cell: cellOf(place),
  })),
]

type Place = { begin: number; column: number; find: string }
type File = { id: number; rows: number | null; columns: number | null }
/** The first rows lie with the file; any other rows and columns are asked of a worker, as they are scrolled to. */
export const Table = ({ row, seen, shown }: { row: File; seen: Seen; shown: NonNullable<Seen['shown']> }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const [{ begin, column, find }, setPlace] = useState<Place>({ begin: 0, column: 0, find: '' })
  const total = row.rows ?? shown.rows.length
  const all = row.columns ?? shown.columns.length
  const here = Math.min(total - begin, MOST_LINES)
  const hasColumns = find === '' && (column + SHOWN_COLUMNS <= shown.columns.length || shown.columns.length >= all)
  const isKept = hasColumns && shown.rows.length >= total
  const pageAt = (page: number) =>
    rowsAt(here, { id: row.id, number: seen.number, from: begin + (page - 1) * CHUNK, column, columns: SHOWN_COLUMNS, find })
  const { data, error, isFetching, refetch } = useQuery({ ...pageAt(1), enabled: !isKept })
  const own = useMemo(
    () => ({
      columns: shown.columns.slice(column, column + SHOWN_COLUMNS),
      column,
      isFound: true,
      list: linesOf(begin === 0 && hasColumns ? shown.rows.map((cells) => cells.slice(column, column + SHOWN_COLUMNS)) : [], 0),
      total: here,
      capped: false,
      remark: '',
    }),
    [shown, column, begin, hasColumns, here],
  )
  const first = data ?? own
  const chunks = useChunks(pageAt, first, !isKept)
  const columns = useMemo(() => columnsOf(first.columns, first.list), [first])
  const go = (change: Partial<Place>) => setPlace({ begin, column: first.column, find: '', ...change })
  const lead = (line: number) => {
    const from = total <= MOST_LINES ? 0 : Math.min(Math.floor((line - 1) / MOST_LINES) * MOST_LINES, total - 1)
    if (from !== begin) go({ begin: from })
    // Once it is drawn: another stretch of a long file begins at its first row.
    requestAnimationFrame(() => document.getElementById(GRID)?.scrollTo({ top: (line - 1 - from) * size.rowDense }))
  }
  const trouble = error ?? chunks.failed
  return (
    <>
      <div className="datafile-places">
        {all > SHOWN_COLUMNS && (
          <ColumnChooser
            from={first.column}
            shown={first.columns.length}
            all={all}
            onGo={(next) => go({ column: next })}
            onFind={(name) => go({ find: name })}
          />
        )}
        {total > CHUNK && <RowChooser total={total} onGo={lead} />}
      </div>
      {!first.isFound && (
        <p className="field-note" role="status">
          {t('columns.none', { text: find })}
        </p>
      )}
      {trouble && !isFetching && <Failure error={trouble} retry={() => (error ? void refetch() : chunks.retry())} />}
      <div
        className="datafile-rows"
        role="region"
        aria-label={t('rows')}
        style={{ height: `min(60vh, ${here * size.rowDense + HEAD_PX}px)` }}
      >
        <DataGrid
          id={GRID}
          label={t('rows')}
          columns={columns}
          lines={chunks.lines}
          start={`${begin} ${column} ${find}`}
          onShown={chunks.show}
          nameOf={(line) => formatNumber(line.id, words.lang)}
          rowHeight={size.rowDense}
          busy={isFetching}
          empty={<Skeleton shape="rows" rows={8} height={size.rowDense} />}
        />
      </div>
    </>
  )
}
