import { createReadStream } from 'node:fs'
import { QcInputError } from './input-error.ts'

const LONGEST_LINE = 256 << 20

/** Lines of a UTF-8 or ASCII text without their ends, in batches; a NUL byte or a runaway line ends the reading with its number. */
export async function* readLines(path: string, file: string): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let line = 1
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    rest = lines.pop() as string
    for (const [index, item] of lines.entries()) {
      if (item.endsWith('\r')) lines[index] = item.slice(0, -1)
      if (item.includes('\0')) throw new QcInputError('nul', { file, line: line + index }, { zh: '含有 NUL 字节', en: 'a NUL byte' })
    }
    line += lines.length
    yield lines
    if (rest.length > LONGEST_LINE)
      throw new QcInputError('long_line', { file, line }, { zh: '这一行没有结束', en: 'this line never ends' })
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest.replace(/\r$/, '')]
}
