import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Vault } from './vault.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('of many that start at once in a new folder, one makes the key and all have it', async () => {
  const vaults = await Promise.all(Array.from({ length: 20 }, () => Vault.open(folder, undefined)))
  expect(new Set(vaults.map((v) => v.mark('x'))).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secret-key'])
})

test('at no moment can another process read half a key', async () => {
  const file = join(folder, 'secret-key')
  const sizes = new Set<number>()
  const opened = { key: false }
  const opening = Vault.open(folder, undefined).finally(() => (opened.key = true))
  while (!opened.key) {
    sizes.add(statSync(file, { throwIfNoEntry: false })?.size ?? -1)
    await turn()
  }
  await opening
  sizes.delete(-1)
  expect([...sizes].filter((size) => size !== statSync(file).size)).toEqual([])
})

test('a damaged key is said to be one, and never taken for a shorter one', async () => {
  await Vault.open(folder, undefined)
  await truncate(join(folder, 'secret-key'), 10)
  await expect(Vault.open(folder, undefined)).rejects.toThrow(/secret-key.*damaged/)
})
