import { useEffect, useRef, useState } from 'react'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { go } from '#web/navigation/open.ts'
import { formatNumber } from '#web/ui/format.ts'
import { doorOf, type MissingTable } from './missing.ts'

/** Beyond so many there is no room for names above the picture; the line below it says which one the pointer is on. */
const NAMED = 40
const WIDEST = 56
const TALLEST = 220

type Cell = { column: number; slice: number }

/** The root of the share, so that few missing cells are seen. */
const draw = (canvas: HTMLCanvasElement, shares: MissingTable['shares']) => {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = getComputedStyle(canvas).color
  shares.forEach((line, y) =>
    line.forEach((share, x) => {
      pen.globalAlpha = Math.sqrt(share / 255)
      pen.fillRect(x, y, 1, 1)
    }),
  )
}

/** Columns across, records down in the order they were read, darker where more is missing. The table beside it says the same in figures and is the way by keyboard. */
export const MissingMatrix = ({ study, table }: { study: number | null; table: MissingTable }) => {
  const t = useText('control')
  const lang = useLanguage()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [cell, setCell] = useState<Cell | null>(null)
  const { columns, shares, rows } = table
  useEffect(() => {
    if (canvas.current) draw(canvas.current, shares)
  }, [shares])
  const cellAt = ({ clientX, clientY, currentTarget }: React.MouseEvent): Cell => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const within = (part: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(part * count)))
    return { column: within((clientX - left) / width, columns.length), slice: within((clientY - top) / height, shares.length) }
  }
  const told = cell && columns[cell.column]
  const door = (at: Cell) => doorOf(study, table, columns[at.column]?.slot ?? null)
  const record = (slice: number) => Math.ceil((slice * rows) / shares.length) + 1
  return (
    <figure className="run-missing">
      <div style={{ maxWidth: columns.length * WIDEST }}>
        {columns.length <= NAMED && (
          <ol aria-hidden>
            {columns.map(({ name, title }) => (
              <li key={name} title={title}>
                <span>{title}</span>
              </li>
            ))}
          </ol>
        )}
        <canvas
          ref={canvas}
          width={columns.length}
          height={shares.length}
          style={{ height: Math.min(TALLEST, Math.max(60, shares.length * 8)) }}
          aria-hidden
          data-door={(cell && door(cell) !== null) || undefined}
          onMouseMove={(event) => setCell(cellAt(event))}
          onMouseLeave={() => setCell(null)}
          onClick={(event) => {
            const address = door(cellAt(event))
            if (address) void go(address)
          }}
        />
      </div>
      <figcaption className="panel-note">
        {cell && told
          ? t('insight.missingCell', {
              column: told.title,
              from: formatNumber(record(cell.slice), lang),
              to: formatNumber(record(cell.slice + 1) - 1, lang),
              share: formatNumber(((shares[cell.slice]?.[cell.column] ?? 0) / 255) * 100, lang, 0),
            })
          : t('insight.missingNote', { columns: columns.length, rows: formatNumber(rows, lang) })}
      </figcaption>
    </figure>
  )
}
