import { diffTables, type Diff, type DiffRow } from '../diff/diff.ts'
import { QcInputError } from '../source/input-error.ts'
import type { Invocation } from './arguments.ts'
import type { Language } from './language.ts'
import { withTables } from './session.ts'
import { printable, textTable } from './text-table.ts'

const SHOWN = 20

export async function diffCommand(invocation: Invocation, print: (text: string) => void): Promise<number> {
  const [before, after] = invocation.files
  const key = invocation.keys[0]?.columns ?? []
  if (!before || !after || invocation.files.length !== 2 || key.length === 0) {
    throw new QcInputError(
      'usage',
      { file: 'qc diff' },
      { zh: '用法：qc diff 旧文件 新文件 --key 编号', en: 'usage: qc diff OLD NEW --key id' },
    )
  }
  const files = [
    { name: 'before', ...before },
    { name: 'after', ...after },
  ]
  return withTables({ ...invocation, files }, [], async ({ db, tables, progress }) => {
    const ignore = invocation.option('ignore')?.split(',') ?? []
    const diff = await diffTables(db, tables[0]!, tables[1]!, { key, ignore })
    const limit = invocation.first ?? (invocation.json ? Number.MAX_SAFE_INTEGER : SHOWN)
    const changes: DiffRow[] = []
    if (limit > 0) for await (const rows of diff.changes(limit)) changes.push(...rows)
    progress.clear()
    const { changes: _stream, dispose: _dispose, ...counts } = diff
    print(invocation.json ? JSON.stringify({ ...counts, changes }, null, 2) : report(diff, changes, invocation.language))
    const { added, removed, changed } = diff.counts
    const drifted = diff.columns.added.length + diff.columns.removed.length > 0
    return added + removed + changed > 0 || drifted || Object.values(diff.unpaired).some((count) => count > 0) ? 1 : 0
  })
}

function report(diff: Diff, changes: readonly DiffRow[], language: Language): string {
  const zh = language === 'zh'
  const { counts, unpaired, columns } = diff
  const n = (value: number) => value.toLocaleString('en')
  const lines = [
    `${zh ? '行数' : 'Rows'}: ${n(diff.rows.before)} → ${n(diff.rows.after)}`,
    zh
      ? `新增 ${n(counts.added)} · 删除 ${n(counts.removed)} · 改动 ${n(counts.changed)} 行（${n(counts.changedCells)} 个单元格）· 相同 ${n(counts.unchanged)}`
      : `${n(counts.added)} added · ${n(counts.removed)} removed · ${n(counts.changed)} changed (${n(counts.changedCells)} cells) · ${n(counts.unchanged)} unchanged`,
  ]
  if (columns.added.length > 0) lines.push(`${zh ? '新增列' : 'New columns'}: ${columns.added.map(printable).join(', ')}`)
  if (columns.removed.length > 0) lines.push(`${zh ? '缺少列' : 'Missing columns'}: ${columns.removed.map(printable).join(', ')}`)
  if (columns.moved) lines.push(zh ? '列的顺序不同' : 'The order of columns differs')
  const repeated = unpaired.duplicateBefore + unpaired.duplicateAfter
  const blank = unpaired.blankBefore + unpaired.blankAfter
  if (repeated > 0)
    lines.push(
      zh
        ? `键重复、无法配对的行：旧 ${unpaired.duplicateBefore}，新 ${unpaired.duplicateAfter}`
        : `Rows with a repeated key, not compared: ${unpaired.duplicateBefore} before, ${unpaired.duplicateAfter} after`,
    )
  if (blank > 0)
    lines.push(
      zh
        ? `键为空、无法配对的行：旧 ${unpaired.blankBefore}，新 ${unpaired.blankAfter}`
        : `Rows with a blank key, not compared: ${unpaired.blankBefore} before, ${unpaired.blankAfter} after`,
    )
  const kinds = { added: zh ? '新增' : 'added', removed: zh ? '删除' : 'removed', changed: zh ? '改动' : 'changed' }
  if (changes.length === 0) return lines.join('\n')
  const heads = [
    { title: '' },
    { title: zh ? '键' : 'Key' },
    { title: zh ? '列' : 'Column', most: 24 },
    { title: zh ? '旧值' : 'Before', most: 32 },
    { title: zh ? '新值' : 'After', most: 32 },
  ]
  const cell = (value: string | null, kind: DiffRow['kind']) => (kind === 'changed' ? (value ?? '∅') : '')
  return `${lines.join('\n')}\n\n${textTable(
    heads,
    changes.map((row) => [kinds[row.kind], row.key, row.field ?? '', cell(row.before, row.kind), cell(row.after, row.kind)]),
  )}`
}
