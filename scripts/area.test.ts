import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
let copy = ''
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
const tool = (name: string) => join(root, 'node_modules', name)
const bring = (...parts: string[]) => {
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
}

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'scaffold-'))
  bring('package.json', '.oxfmtrc.json', '.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.shared.json')
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

test('what the scaffold writes is formatted, compiles and is known to the registries', { timeout: 120_000 }, () => {
  bring('src/kernel', 'src/areas', 'src/study/role.ts', 'scripts/area.ts')
  for (const name of ['gadget', 'test.gadget']) expect(run('scripts/area.ts', name)).toMatchObject({ status: 0, stderr: '' })
  const format = run(tool('oxfmt/bin/oxfmt'), '--check', 'src/areas')
  expect(format).toMatchObject({ status: 0 })
  // The areas that were there import what was not brought.
  const written = ['src/areas/gadget', 'src/areas/test-gadget', 'src/areas/registry.ts']
  const lint = run(tool('oxlint/bin/oxlint'), '--deny-warnings', ...written)
  expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 errors')])
  const types = run(tool('typescript/bin/tsc'), '-p', 'tsconfig.shared.json', '--noEmit')
  expect(types.stdout).toBe('')
  expect(run('scripts/area.ts', 'gadget').stderr).toBe('src/areas/gadget is there already.\n')
})

const MOUNTED = `import { mounted, mountedPages } from './src/areas/registry.server.ts'
console.log(JSON.stringify([...mounted.map((m) => m.resource.name), ...mountedPages.map((m) => m.page.page)]))`
const mountedNames = (): string[] => JSON.parse(run('--input-type=module', '-e', MOUNTED).stdout) as string[]

const linesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + readFileSync(join(parentPath, name), 'utf8').split('\n').length, 0)

// That nothing else knows an area is `rooms.test.ts`; the fixture compiles where it stands, with the tests.
test('an area goes and comes with its folder and its lines in the registry; the registry compiles, the rest is mounted', () => {
  bring('src')
  const before = mountedNames()
  for (const area of ['crud-table', 'todo']) rmSync(join(copy, 'src/areas', area), { recursive: true })
  // Two tabs on the page of its records, one of them a list of children, a move with a reason, one with a second person.
  cpSync(join(root, 'test/fixtures/area'), join(copy, 'src/areas'), { recursive: true })
  expect(linesIn(join(root, 'test/fixtures/area/test-trial'))).toBeLessThanOrEqual(90)
  const registry = join(copy, 'src/areas/registry.ts')
  const lines = readFileSync(registry, 'utf8').split('\n')
  const imports = [`import { testSubject } from './test-subject/index.ts'`, `import { testTrial } from './test-trial/index.ts'`]
  const kept = lines.filter((line) => !/\b(crudTable|todo)\b/.test(line))
  writeFileSync(registry, [...imports, ...kept].join('\n').replace('areas = [', 'areas = [testTrial, testSubject,'))
  const types = run(tool('typescript/bin/tsc'), '-p', 'tsconfig.shared.json', '--noEmit')
  expect(types.stdout).toBe('')
  expect(mountedNames()).toEqual(['test.trial', 'test.subject', ...before.filter((name) => name !== 'crud.table' && name !== 'todo')])
})
