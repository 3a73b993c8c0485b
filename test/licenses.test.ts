import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Lock = { packages: Record<string, { version: string }> }

// The build writes a heading per package: `## antd - 6.6.8 (MIT)`.
const notices = [...readFileSync('dist/web/licenses.txt', 'utf8').matchAll(/^## (\S+) - (\S+) \((.+)\)\n\n(.{10})/gm)].map(
  ([, name, version, license]) => ({ name: name!, version: version!, license: license! }),
)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock

test('every package in the built pages has its licence, as the lockfile has the package', () => {
  const unknown = notices.filter(
    ({ name, version }) => !Object.entries(packages).some(([path, p]) => path.endsWith(`node_modules/${name}`) && p.version === version),
  )
  expect(unknown).toEqual([])
  expect(notices.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'antd', 'echarts', 'pdfjs-dist', 'docx-preview', '@aiden0z/pptx-renderer', 'dompurify']),
  )
})

test('every one of them allows what we do with it', () => {
  expect([...new Set(notices.map(({ license }) => license))].filter((l) => !/^\(?(MIT|ISC|BSD|0BSD|Apache|MPL)/.test(l))).toEqual([])
})
