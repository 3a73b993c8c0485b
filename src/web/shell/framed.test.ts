import { expect, test } from 'vitest'
import { sandboxOf } from './framed.tsx'

const HERE = 'https://data.example.org/admin/iframe/x'
test.each([
  ['/reports/index.html', false],
  ['https://data.example.org/reports', false],
  ['about:blank', true],
  ['https://data.example.org:8443/reports', true],
  ['https://elsewhere.example.org/', true],
])('%s in a frame keeps its address: %s', (url, keeps) => {
  expect(sandboxOf(url, HERE).split(' ').includes('allow-same-origin')).toBe(keeps)
})
