/** Ideographs and full-width signs take two cells of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

/** A cell of a data file may carry escape sequences; none of them reaches the terminal. */
export const printable = (text: string): string => text.replaceAll(CONTROL, '·')

function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}

export type TextColumn = { title: string; right?: boolean; most?: number }

/** `paint` colours a whole line once it is laid out: what it adds takes no room. */
export function textTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  paint: (line: string, index: number) => string = (line) => line,
): string {
  const cells = rows.map((row) => columns.map((column, index) => fit(printable(row[index] ?? ''), column.most ?? 60)))
  const widths = columns.map((column, index) => Math.max(widthOf(column.title), ...cells.map((row) => widthOf(row[index] as string))))
  const line = (row: readonly string[]) =>
    columns
      .map((column, index) => {
        const pad = ' '.repeat((widths[index] as number) - widthOf(row[index] as string))
        return column.right ? pad + row[index] : row[index] + pad
      })
      .join('  ')
      .trimEnd()
  return [
    line(columns.map((column) => column.title)),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...cells.map((row, index) => paint(line(row), index)),
  ].join('\n')
}
