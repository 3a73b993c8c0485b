import { expect, test } from 'vitest'
import * as engine from '#qc/check.ts'
import { SEVERITIES as ENGINE_SEVERITIES } from '#qc/parameter.ts'
import { DIMENSIONS, dimensionWords, SEVERITIES } from './quality.ts'

test('the areas name dimensions and severities as the engine and its reports do', () => {
  expect(DIMENSIONS).toEqual(Object.keys(engine.DIMENSIONS))
  for (const [name, { zh, en }] of Object.entries(engine.DIMENSIONS)) {
    expect(dimensionWords['zh-cn']).toHaveProperty(name, zh)
    expect(dimensionWords.en).toHaveProperty(name, en)
  }
  expect(SEVERITIES).toEqual(ENGINE_SEVERITIES)
})
