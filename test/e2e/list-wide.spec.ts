import { expect, test } from '@playwright/test'
import { design } from '../design.ts'
import { fresh, open, rowOf, signIn } from './list-kit.ts'

test('A-09 from 60 columns on only those in view are in the document, and each can be reached', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('wide').toLowerCase()
  const columns = Array.from({ length: 64 }, (_, at) => `c${at}`)
  const fields = Object.fromEntries(columns.map((column) => [column, { kind: 'string', max: 20 }]))
  const made = await client.call<{ row: { id: number } }>(
    '/admin/crud.table/apply',
    design(
      name,
      { title: { kind: 'string', required: true, max: 20 }, ...fields },
      { list: { columns: ['title', ...columns], sort: '-id' } },
    ),
  )
  expect(made.code, made.msg).toBe(1)
  await client.call(`/admin/${name}/add`, { title: 'first', ...Object.fromEntries(columns.map((c) => [c, `value ${c}`])) })
  await open(page, client, `/admin/${name}`)
  const grid = page.getByRole('grid')
  await expect(rowOf(page, 'first')).toContainText('value c0')
  expect(Number(await grid.getAttribute('aria-colcount'))).toBeGreaterThan(64)
  expect(await rowOf(page, 'first').getByRole('gridcell').count()).toBeLessThan(30)
  await expect(page.getByText('value c63')).toHaveCount(0)
  await grid.evaluate((box) => box.scrollTo(box.scrollWidth, 0))
  await expect(page.getByText('value c63')).toBeVisible()
  await expect(page.getByText('value c0', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'c63' })).toBeVisible()
  await client.call('/admin/crud.table/drop', { ids: [made.data.row.id], typed: name })
})

test('tags stand whole, as many as the column has room for, and the others are counted', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('tags').toLowerCase()
  const options = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta']
  const made = await client.call<{ row: { id: number } }>(
    '/admin/crud.table/apply',
    design(
      name,
      { title: { kind: 'string', required: true, max: 20 }, marks: { kind: 'checkbox', options } },
      { list: { columns: ['title', 'marks'], sort: '-id' } },
    ),
  )
  expect(made.code, made.msg).toBe(1)
  await client.call(`/admin/${name}/add`, { title: 'first', marks: options })
  await page.addInitScript((table) => {
    if (!localStorage.getItem(`table.${table}`))
      localStorage.setItem(`table.${table}`, JSON.stringify({ width: { marks: 160 }, hidden: [], shown: [], order: [], pinned: [] }))
  }, name)
  await open(page, client, `/admin/${name}`)
  const cell = rowOf(page, 'first').locator('.cell-tags')
  const shown = () =>
    cell.evaluate((line) => {
      const edge = line.getBoundingClientRect().right
      const tags = [...line.querySelectorAll('.tag')]
      return {
        whole: tags.every((tag) => {
          const text = tag.querySelector('span:last-child')
          return tag.getBoundingClientRect().right <= edge + 0.5 && (text?.scrollWidth ?? 0) <= (text?.clientWidth ?? 0) + 1
        }),
        count: tags.length,
        rest: Number(line.querySelector('small')?.textContent?.replace('+', '') ?? 0),
      }
    })
  await expect.poll(async () => (await shown()).whole).toBe(true)
  const narrow = await shown()
  expect(narrow.count).toBeGreaterThan(0)
  expect(narrow.count + narrow.rest).toBe(6)
  expect(narrow.rest).toBeGreaterThan(0)
  // Wider, there is room for more.
  await page.evaluate((table) => {
    localStorage.setItem(`table.${table}`, JSON.stringify({ width: { marks: 600 }, hidden: [], shown: [], order: [], pinned: [] }))
  }, name)
  await page.reload()
  await expect.poll(shown).toEqual({ whole: true, count: 6, rest: 0 })
  await client.call('/admin/crud.table/drop', { ids: [made.data.row.id], typed: name })
})
