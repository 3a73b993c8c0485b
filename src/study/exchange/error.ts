import type { Words } from '#kernel'

/** A file of another system that cannot be taken, or data that a format cannot hold: one sentence, with the line where it shows. */
export class ExchangeError extends Error {
  readonly words: Words
  constructor(zh: string, en: string, line?: number) {
    super(line === undefined ? en : `line ${line}: ${en}`)
    this.name = 'ExchangeError'
    this.words = line === undefined ? { 'zh-cn': zh, en } : { 'zh-cn': `第 ${line} 行：${zh}`, en: `Line ${line}: ${en}` }
  }
}
