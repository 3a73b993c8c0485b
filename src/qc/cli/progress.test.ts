import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Progress } from './progress.ts'

const terminal = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream
  return { stream, written: () => (stream as unknown as PassThrough).read()?.toString() ?? '' }
}

it('a terminal sees how far it is, and nothing of it when it is over', () => {
  const { stream, written } = terminal(true)
  const progress = new Progress(stream)
  progress.show('reading', 5, 5)
  expect(written()).toBe(`\r\u001b[K${'█'.repeat(24)} 100 %  reading`)
  progress.clear()
  expect(written()).toBe('\r\u001b[K')
  progress.clear()
  expect(written()).toBe('')
})

it('a file or a pipe sees nothing', () => {
  const { stream, written } = terminal(false)
  const progress = new Progress(stream)
  progress.show('reading', 1, 2)
  progress.clear()
  expect(written()).toBe('')
})
