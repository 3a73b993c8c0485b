import { expect, test } from 'vitest'
import { Sessions } from './session.ts'

test('who asks at once is looked up once; after rights have changed nobody gets what was looked up before', async () => {
  const looks: (() => void)[] = []
  const query = <T>(): Promise<T[]> => new Promise((resolve) => void looks.push(() => resolve([])))
  const sessions = new Sessions({ query })
  const first = [sessions.resolve('admin', 'a'), sessions.resolve('admin', 'a'), sessions.resolve('user', 'a')]
  expect(looks).toHaveLength(2)
  sessions.forgetActors()
  const later = sessions.resolve('admin', 'a')
  expect(looks).toHaveLength(3)
  for (const answer of looks) answer()
  expect(await Promise.all([...first, later])).toEqual(['absent', 'absent', 'absent', 'absent'])
  const again = sessions.resolve('admin', 'a')
  expect(looks).toHaveLength(4)
  looks[3]?.()
  expect(await again).toBe('absent')
})
