import { expect, test } from 'vitest'
import { keptReason, saidReason } from './reason.ts'

test('a reason of the process is read in the reader’s language, one of a person as it was written', () => {
  const kept = keptReason({ 'zh-cn': '{rows} 行不合格', en: '{rows} rows do not pass' }, { rows: 4 })
  expect([saidReason(kept, 'zh-cn'), saidReason(kept, 'en')]).toEqual(['4 行不合格', '4 rows do not pass'])
  for (const typed of ['', '写错了', '4 行不合格 · 4 rows do not pass', '{"zh-cn":', '{"zh-cn":1}', null])
    expect(saidReason(typed, 'en')).toBe(typed)
})
