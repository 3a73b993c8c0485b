import { chmod, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Converter } from './converter.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const SHA = 'a'.repeat(64)
const program = async (body: string): Promise<string> => {
  const path = join(folder, 'soffice')
  await writeFile(path, `#!/bin/sh\n${body}\n`)
  await chmod(path, 0o755)
  await writeFile(join(folder, 'input'), 'document')
  return path
}
const office = (path: string, timeMs?: number) =>
  new Converter({ program: path, path: '', dataDir: folder, env: {}, ...(timeMs && { timeMs }) })

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('a converter that does not end is ended, with all that it started', async () => {
  const group = join(folder, 'group')
  const hanging = office(await program(`echo $$ > ${group}\n(while :; do /bin/sleep 0.02; done) &\nwait`), 2000)
  await expect(hanging.pdfOf({ path: join(folder, 'input'), sha256: SHA, suffix: 'doc' })).rejects.toMatchObject({ key: 'preview.failed' })
  const leader = Number(await readFile(group, 'utf8'))
  expect(leader).toBeGreaterThan(1)
  await expect.poll(() => isAlive(-leader), { timeout: 15_000 }).toBe(false)
})

test('it is found on the path, and its work room is gone afterwards', async () => {
  await program('for last; do :; done; printf "%%PDF-1.4" > "$(/usr/bin/dirname "$last")/document.pdf"')
  const rooms = async () => (await readdir(tmpdir())).filter((name) => /^office-[A-Za-z0-9]{6}$/.test(name))
  const before = await rooms()
  const found = new Converter({ program: undefined, path: folder, dataDir: folder, env: {} })
  expect(await found.pdfOf({ path: join(folder, 'input'), sha256: SHA, suffix: 'ppt' })).toBe(join(folder, 'preview', `${SHA}.pdf`))
  expect((await rooms()).filter((name) => !before.includes(name))).toEqual([])
})

test('what nobody has looked at for a month is swept away', async () => {
  const converter = office(await program('for last; do :; done; printf "%%PDF-1.4" > "$(/usr/bin/dirname "$last")/document.pdf"'))
  const kept = await converter.pdfOf({ path: join(folder, 'input'), sha256: SHA, suffix: 'doc' })
  await converter.sweep()
  expect(await readdir(join(folder, 'preview'))).toEqual([`${SHA}.pdf`])
  const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60_000)
  await utimes(kept, longAgo, longAgo)
  await converter.sweep()
  expect(await readdir(join(folder, 'preview'))).toEqual([])
})

test('a conversion stops when the last who waited for it has left, and the next begins', async () => {
  const begun = join(folder, 'begun')
  const converter = office(
    await program(
      `for last; do :; done; case "$last" in *.doc) echo . > ${begun}; /bin/sleep 1000;; *) printf "%%PDF-1.4" > "$(/usr/bin/dirname "$last")/document.pdf";; esac`,
    ),
  )
  const readers = [new AbortController(), new AbortController()]
  const file = { path: join(folder, 'input'), sha256: SHA, suffix: 'doc' }
  const waiting = readers.map(({ signal }) => converter.pdfOf(file, signal).catch((error: { key: string }) => error.key))
  const next = converter.pdfOf({ ...file, sha256: 'b'.repeat(64), suffix: 'ppt' })
  await expect.poll(() => readdir(folder)).toContain('begun')
  readers[0]!.abort()
  readers[1]!.abort()
  expect(await Promise.all(waiting)).toEqual(['preview.failed', 'preview.failed'])
  expect(await next).toContain('.pdf')
})
