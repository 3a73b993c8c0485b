import { expect, test } from 'vitest'
import { markPageNumbers } from './page-numbers.ts'

const sign = (charType: string) => ({ type: 'complexField', charType })
const text = (words: string) => ({ type: 'text', text: words })
const code = (words: string) => ({ type: 'instruction', text: words })
const run = (...children: object[]) => ({ type: 'run', fieldRun: children.some((c) => 'charType' in c || 'type' in c), children })
const footer = (...runs: object[]) => {
  const root = { type: 'footer', children: [{ type: 'paragraph', children: runs }] }
  markPageNumbers({ partsMap: { 'word/footer1.xml': { rootElement: root } } })
  return JSON.stringify(root)
}

test('a page number is marked, however it is spread over runs, and the saved one is taken out', () => {
  const spread = footer(run(sign('begin')), run(code(' PAGE ')), run(sign('separate')), run(text('7')), run(sign('end')), run(text('页')))
  expect(spread).toContain('\ue000')
  expect(spread).not.toContain('"7"')
  expect(spread).toContain('页')
  const single = footer(run(text('第'), sign('begin'), code('NUMPAGES'), sign('separate'), text('9'), sign('end'), text('页')))
  expect(single).toContain('\ue001')
  expect(single).not.toContain('"9"')
  expect(single).toContain('第')
})

test('other fields keep what was saved for them', () => {
  const date = footer(run(sign('begin')), run(code('DATE \\@ "yyyy"')), run(sign('separate')), run(text('2026')), run(sign('end')))
  expect(date).toContain('2026')
  expect(date).not.toMatch(/\ue000|\ue001/)
})
