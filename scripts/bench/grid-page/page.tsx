// 100,000 × 60 in memory, drawn by our grid or by antd's virtual Table, and the measuring itself. `marked`: as the records of a form are drawn,
// with what rules and people have said about cells.
import { Table } from 'antd'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Marked } from '../../../src/web/field/cell/marked.tsx'
import { DataGrid } from '../../../src/web/grid/data-grid.tsx'
import { flatItems } from '../../../src/web/grid/item.ts'
import { linesOf } from '../../../src/web/grid/lines.ts'
import { ensureText, initI18n, t } from '../../../src/web/i18n/index.ts'
import '../../../src/web/ui/base.css'
import '../../../src/web/field/field.css'

type Row = { id: number; [column: string]: number | string }
const query = new URLSearchParams(location.search)
const ROWS = Number(query.get('rows'))
const COLUMNS = Number(query.get('columns'))
const names = Array.from({ length: COLUMNS }, (_, i) => `c${i}`)

const make = (): Row[] =>
  Array.from({ length: ROWS }, (_, r) => {
    const row: Row = { id: r + 1 }
    names.forEach(
      (name, c) => (row[name] = c % 3 === 0 ? `受试者 ${r}-${c}` : c % 3 === 1 ? (r * 31 + c * 7) % 10_000 : `V${(r + c) % 12}`),
    )
    return row
  })

/** One cell of seven has something to be noticed, one of three of those two things: the marks of the product, with its words. */
const kindsOf = (row: number, column: number): string[] | undefined =>
  (row + column) % 7 === 0 ? (row % 3 === 0 ? ['finding', 'query'] : row % 3 === 1 ? ['outOfRange'] : ['verified']) : undefined
const wordOf = (kind: string) => t(`field:mark.${kind}`)
const isMarked = query.get('kind') === 'marked'

const columns = names.map((id, i) => ({
  id,
  title: `列 ${i}`,
  width: 120,
  stateless: true,
  text: true,
  align: i % 3 === 1 ? ('end' as const) : ('start' as const),
  Cell: ({ row }: { row: Row }) => {
    const bare = <span className="cell-text">{row[id]}</span>
    const kinds = isMarked ? kindsOf(row.id, i) : undefined
    return kinds ? (
      <Marked kinds={kinds} words={kinds.map(wordOf)}>
        {bare}
      </Marked>
    ) : (
      bare
    )
  },
}))
const nameOf = (row: Row) => String(row.id)
const ignore = () => {}
const none = new Set<number>()

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
const scroll = async (scroller: Element, px: number, frames: number) => {
  let last = await frame()
  const gaps: number[] = []
  const start = last
  const from = scroller.scrollTop
  for (let i = 0; i < frames; i++) {
    scroller.scrollTop += px
    const now = await frame()
    gaps.push(now - last)
    last = now
  }
  gaps.sort((a, b) => a - b)
  return { fps: (frames * 1000) / (last - start), p95: gaps[Math.floor(frames * 0.95)], moved: scroller.scrollTop - from }
}

await initI18n()
await ensureText('list', 'field')
const rows = make()
const app = document.getElementById('app')!
const own = query.get('kind') !== 'antd'
const start = performance.now()
createRoot(app).render(
  own ? (
    <div>
      <DataGrid
        id="bench"
        label="bench"
        columns={columns}
        lines={linesOf(flatItems(rows))}
        nameOf={nameOf}
        selection={none}
        onSelect={ignore}
      />
    </div>
  ) : (
    <StrictMode>
      <Table
        virtual
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: COLUMNS * 120, y: 764 }}
        dataSource={rows}
        rowSelection={{}}
        columns={names.map((n, i) => ({ dataIndex: n, title: `列 ${i}`, width: 120, ...(i === 0 ? { fixed: 'left' as const } : {}) }))}
      />
    </StrictMode>
  ),
)
const rowSelector = own ? '.dg-row' : '.ant-table-row'
while (!document.querySelector(rowSelector)) await frame()
await frame()
const first = performance.now() - start
const scroller = document.querySelector(own ? '.dg' : '.ant-table-tbody-virtual-holder')!
Object.assign(window, {
  bench: { first, nodes: () => app.querySelectorAll('*').length, scroll: (px: number, frames: number) => scroll(scroller, px, frames) },
})
