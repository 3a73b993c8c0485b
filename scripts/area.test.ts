import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'scaffold-'))
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
const SHARED = ['package.json', '.oxfmtrc.json', '.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.shared.json']
afterEach(() => rmSync(copy, { recursive: true, force: true }))

test('what the scaffold writes is formatted, compiles and is known to the registries', () => {
  for (const part of [...SHARED, 'src/kernel', 'src/areas', 'scripts/area.ts'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const name of ['gadget', 'test.gadget']) expect(run('scripts/area.ts', name)).toMatchObject({ status: 0, stderr: '' })
  const format = run(join(root, 'node_modules/oxfmt/bin/oxfmt'), '--check', 'src/areas')
  expect(format).toMatchObject({ status: 0 })
  const types = run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.shared.json', '--noEmit')
  expect(types.stdout).toBe('')
  expect(run('scripts/area.ts', 'gadget').stderr).toBe('src/areas/gadget is there already.\n')
})
