import { expect, test } from 'vitest'
import { filled, keptText, readReason, saidReason } from './reason.ts'

test('a reason of the process is read in the reader’s language, one of a person as it was written', () => {
  const words = filled({ 'zh-cn': '{rows} 行不合格', en: '{rows} rows do not pass' }, { rows: 4 })
  const kept = keptText(words)
  expect([saidReason(kept, 'zh-cn'), saidReason(kept, 'en')]).toEqual(['4 行不合格', '4 rows do not pass'])
  expect(readReason(kept)).toEqual(words)
  for (const typed of ['', '写错了', '4 行不合格 · 4 rows do not pass', '{"zh-cn":', '{"zh-cn":1}'])
    expect(saidReason(keptText(typed), 'en').trimStart()).toBe(typed)
  expect(saidReason(null, 'en')).toBeNull()
})

test('text that somebody typed in the shape of the process’s words stays text in every language', () => {
  const typed = '{"zh-cn":"合格","en":"fails"}'
  const kept = keptText(typed)
  expect([saidReason(kept, 'zh-cn').trim(), saidReason(kept, 'en').trim()]).toEqual([typed, typed])
  expect(keptText(kept)).toBe(kept)
})
