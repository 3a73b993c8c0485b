import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeZip } from '../../../test/zip.ts'
import { checkArchive, readEntry } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { refuseMismatch } from './magic.ts'
import { layoutOf, pageAt, pagesIn } from './pdf/pdf-layout.ts'
import { sourceOf } from './source.ts'
import { findInLines, jsonTokens, linesOf, tidyJson } from './text-lines.ts'
import { roundTo } from './text-ranges.ts'
import { nextZoom } from './zoom-steps.ts'

const origin = 'https://qc.example'
const source = (search: Record<string, string>) => sourceOf(new URLSearchParams(search), origin)

test('only stored files of this site are a source; the stored suffix decides, not the name in the link', () => {
  expect(source({ url: '/storage/a/b.docx', name: '报告.pdf' })).toEqual({
    url: '/storage/a/b.docx',
    name: '报告.pdf',
    suffix: 'docx',
    kind: 'docx',
  })
  expect(source({ url: `${origin}/storage/x.XLSX?token=1` })).toMatchObject({ url: '/storage/x.XLSX', kind: 'sheet' })
  expect(source({ file: '/storage/random', name: 'a.csv' })).toMatchObject({ kind: 'csv' })
  expect(source({ url: '/storage/a.exe' })).toMatchObject({ kind: 'none' })
  for (const url of [
    '',
    'https://evil.example/storage/a.md',
    '//evil.example/storage/a.md',
    'javascript:alert(1)',
    '/admin/index',
    '/storage/../admin/x',
    '/storage/%2e%2e/admin',
  ])
    expect(source({ url }), url).toBeNull()
})

const zip = (entries: Parameters<typeof makeZip>[0]) => new Uint8Array(makeZip(entries))
test('an archive is opened only when what it unpacks to is known and not too much', async () => {
  const good = zip([
    { name: 'a.xml', data: 'x'.repeat(1000) },
    { name: 'b.xml', data: '中文' },
  ])
  expect([...(await checkArchive(good, 5000))]).toEqual([
    ['a.xml', 1000],
    ['b.xml', 6],
  ])
  expect(await readEntry(good, 'b.xml')).toBe('中文')
  await expect(checkArchive(good, 500)).rejects.toMatchObject({ reason: 'tooBig' })
  const liar = zip([{ name: 'a.xml', packed: deflateRawSync(Buffer.alloc(100_000)), unpacked: 10 }])
  await expect(checkArchive(liar, 5000)).rejects.toMatchObject({ reason: 'tooBig' })
  await expect(checkArchive(zip([{ name: 'a', data: 'x', flags: 1 }]), 5000)).rejects.toMatchObject({ reason: 'encrypted' })
  await expect(checkArchive(good.slice(0, 60), 5000)).rejects.toMatchObject({ reason: 'damaged' })
  const broken = zip([{ name: 'a.xml', packed: Buffer.from([7, 7, 7, 7]), unpacked: 10 }])
  await expect(checkArchive(broken, 5000)).rejects.toMatchObject({ reason: 'damaged' })
})

test('content that cannot be what the name says is refused', () => {
  const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  expect(() => refuseMismatch(old, 'docx', 'docx')).toThrow('encrypted')
  expect(() => refuseMismatch(old, 'sheet', 'xls')).not.toThrow()
  expect(() => refuseMismatch(new TextEncoder().encode('\x89PNG'), 'docx', 'docx')).toThrow('mismatch')
  expect(() => refuseMismatch(new Uint8Array(), 'csv', 'csv')).toThrow('empty')
})

test('text of Chinese Windows is read like any other', () => {
  // 访视 in GB18030
  expect(decodeText(Uint8Array.from([0xb7, 0xc3, 0xca, 0xd3]))).toEqual({ text: '访视', encoding: 'GB18030' })
  expect(decodeText(new TextEncoder().encode('访视'))).toEqual({ text: '访视', encoding: 'UTF-8' })
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0xbf, 0x8b]))).toEqual({ text: '访', encoding: 'UTF-16' })
})

test('long lines come in pieces, JSON is tidied and coloured, lines are found', () => {
  expect(linesOf('a\r\nb').map((line) => line.text)).toEqual(['a', 'b'])
  expect(linesOf('x'.repeat(4500)).map(({ number, isContinued }) => [number, isContinued])).toEqual([
    [1, false],
    [1, true],
    [1, true],
  ])
  expect(tidyJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(tidyJson('{broken')).toBe('{broken')
  expect(
    jsonTokens('  "a": [true, -1.5, "b"]')
      .filter((token) => token.kind !== 'plain')
      .map((token) => token.kind),
  ).toEqual(['key', 'word', 'number', 'string'])
  expect(findInLines(linesOf('Alpha\nbeta\nALPHA'), 'alpha')).toEqual([0, 2])
})

test('zoom goes in round steps, matches go round, pages are found by their place', () => {
  expect([nextZoom(0.873, 1), nextZoom(0.873, -1), nextZoom(4, 1), nextZoom(0.25, -1)]).toEqual([0.9, 0.75, 4, 0.25])
  expect([roundTo(1, 3), roundTo(4, 3), roundTo(0, 3), roundTo(1, 0)]).toEqual([1, 1, 3, 0])
  const layout = layoutOf(
    [
      { width: 100, height: 200 },
      { width: 100, height: 200 },
      { width: 100, height: 200 },
    ],
    1,
    500,
  )
  expect(pageAt(layout, 0)).toBe(1)
  expect(pageAt(layout, layout.tops[1]! + 1)).toBe(2)
  expect(pagesIn(layout, 0, 100)).toEqual([1, 2])
  expect(layoutOf([{ width: 1000, height: 10 }], 'auto', 848).scale).toBe(0.8)
})
