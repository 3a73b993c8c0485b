import { expect, it } from 'vitest'
import { accessOf, type TrinoSetting } from './trino-setting.ts'

const setting: TrinoSetting = {
  status: true,
  url: 'https://trino.example:8443',
  catalog: 'hive',
  schema: 'qc',
  user: 'qc',
  access: 'token',
  ca: null,
  above: 5,
  maxMinutes: 5,
  maxRows: 1_000_000,
  maxGigabytes: 3,
}

it('minutes become seconds and gigabytes bytes; what is blank is no limit', () => {
  expect(accessOf(setting, 'secret')).toEqual({
    url: 'https://trino.example:8443',
    user: 'qc',
    catalog: 'hive',
    schema: 'qc',
    token: 'secret',
    limits: { seconds: 300, rows: 1_000_000, bytes: 3_000_000_000 },
  })
  expect(accessOf({ ...setting, access: 'none', maxMinutes: null, maxRows: null, maxGigabytes: null }, '')).toMatchObject({ limits: {} })
  expect(accessOf({ ...setting, user: null }, '')).toBeUndefined()
})
