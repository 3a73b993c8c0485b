import { randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { shot } from './own-server.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { openAdmin, stored } from './shell-kit.ts'

const SIZE = 6 * 1024 * 1024
/** So slow that there is something to pause. */
const slowly = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

test('AA-05 files are paused, go on after a reload where they were, with a session that ran out meanwhile, and are gone when given up', async ({
  page,
}, info) => {
  const names = ['first', 'second'].map((name) => `${fresh(name)}.bin`)
  const paths = names.map((name) => info.outputPath(name))
  for (const path of paths) await writeFile(path, randomBytes(SIZE))
  const asked: { method: string; url: string; offset: number }[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/admin/upload')) return
    asked.push({ method: request.method(), url: request.url(), offset: Number(request.headers()['upload-offset'] ?? -1) })
  })
  const of = (method: string) => asked.filter((one) => one.method === method)
  await openAdmin(page, '/admin/datafile', { lang: 'en' })
  await slowly(page, 1_000_000)
  const panel = page.getByRole('region', { name: 'Uploads' })
  const line = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
  const sent = (name: string) => line(name).getByRole('progressbar').getAttribute('value').then(Number)
  await page.getByLabel('Upload files').setInputFiles(paths)
  for (const name of names) await expect.poll(() => sent(name)).toBeGreaterThan(0.2)
  for (const name of names)
    await line(name)
      .getByRole('button', { name: `Pause ${name}` })
      .click()
  await expect(panel.getByText('paused')).toHaveCount(2)
  await noSeriousFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'upload-panel-paused-390')
  await page.setViewportSize({ width: 1280, height: 720 })
  // Given up while it was paused: the server forgets it, too.
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await line(names[1]!)
    .getByRole('button', { name: `Cancel ${names[1]}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  expect((await ended).status()).toBe(204)
  expect(of('POST')).toHaveLength(2)

  await page.reload()
  const before = await stored<{ token: string }>(page, 'adminInfo')
  // As the server answers a token that has run out: to HEAD without a body. What was left is asked for beside it and stays as it is.
  await page.route(
    (url) => url.pathname.startsWith('/admin/upload/') && !url.pathname.endsWith('/mine'),
    (route) => route.fulfill({ status: 401, headers: { 'x-session-code': '409', 'tus-resumable': '1.0.0' } }),
    { times: 1 },
  )
  // What was left is shown; another file in its place is refused, for its bytes would follow those of the first.
  await expect(line(names[0]!)).toContainText('not finished')
  await noSeriousFindings(page)
  const again = line(names[0]!).locator('input[type=file]')
  await again.setInputFiles(paths[1]!)
  await expect(line(names[0]!).getByRole('alert')).toContainText('This is not')
  asked.length = 0
  await again.setInputFiles(paths[0]!)
  await expect(line(names[0]!)).toContainText('arrived')
  expect(of('POST')).toEqual([])
  expect(of('HEAD')).toHaveLength(2)
  expect(of('PATCH').map(({ offset }) => offset > 1_000_000)).toEqual([true])
  expect((await stored<{ token: string }>(page, 'adminInfo')).token).not.toBe(before.token)
  await slowly(page, -1)
})

test('AA-05 two pictures of one name, size and time from two folders are two uploads, and each line says its folder', async ({
  page,
}, info) => {
  const series = ['A', 'B'].map((name) => ({ name: `${fresh('series')}${name}`, data: randomBytes(SIZE) }))
  for (const { name, data } of series) {
    await mkdir(info.outputPath(name), { recursive: true })
    await writeFile(info.outputPath(name, 'IM0001'), data)
    await utimes(info.outputPath(name, 'IM0001'), 1, 1)
  }
  const sent: { method: string; url: string; offset: string | undefined }[] = []
  page.on('request', (request) => {
    if (!/\/admin\/upload(\/[0-9a-f-]{36})?$/.test(request.url())) return
    sent.push({ method: request.method(), url: request.url(), offset: request.headers()['upload-offset'] })
  })
  const [first, second] = series.map(({ name }) => name)
  await openAdmin(page, '/admin/datafile', { lang: 'en' })
  const chooser = page.getByLabel('Upload files')
  await chooser.evaluate((input) => input.setAttribute('webkitdirectory', ''))
  await slowly(page, 1_000_000)
  const panel = page.getByRole('region', { name: 'Uploads' })
  const line = (folder: string | undefined) => panel.getByRole('listitem').filter({ hasText: `${folder}/` })
  await chooser.setInputFiles(info.outputPath(first!))
  await expect.poll(() => line(first).getByRole('progressbar').getAttribute('value').then(Number)).toBeGreaterThan(0.2)
  await line(first).getByRole('button', { name: 'Pause IM0001' }).click()
  await expect(line(first)).toContainText('paused')
  await slowly(page, -1)
  await chooser.setInputFiles(info.outputPath(second!))
  await expect(line(second)).toContainText('arrived')
  // Before, the second went on where the first had stopped: its head was never sent.
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset)).toEqual(['0', '0'])
  await line(first).getByRole('button', { name: 'Resume IM0001' }).click()
  await expect(line(first)).toContainText('arrived')
  expect(new Set(sent.filter(({ method }) => method === 'PATCH').map(({ url }) => url)).size).toBe(2)
})
