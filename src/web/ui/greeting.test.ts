import { expect, test } from 'vitest'
import { greetingKey } from './greeting.ts'

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'earlyMorning'],
  [8, 'earlyMorning'],
  [9, 'morning'],
  [11, 'morning'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('A-11 at %i o’clock the greeting is %s', (hour, key) => expect(greetingKey(hour)).toBe(key))
