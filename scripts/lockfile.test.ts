import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { complete, type Lockfile, missing } from './lockfile.ts'

it('names every optional package of every platform, or npm ci refuses it on a fresh clone (mend: node scripts/lockfile.ts)', () => {
  const lockfile = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lockfile
  expect(missing(lockfile)).toEqual([])
})

it('gives a platform package the platform in its name, so that no other one fetches it', () => {
  const { packages } = complete({
    packages: { 'node_modules/a': { dev: true, optionalDependencies: { '@a/linux-x64-musl': '1.0.0', '@a/windows-arm64': '1.0.0' } } },
  })
  expect(packages['node_modules/@a/linux-x64-musl']).toEqual({
    version: '1.0.0',
    dev: true,
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  })
  expect(packages['node_modules/@a/windows-arm64']).toEqual({ version: '1.0.0', dev: true, optional: true, os: ['win32'], cpu: ['arm64'] })
})
