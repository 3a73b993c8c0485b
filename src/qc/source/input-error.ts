import type { Text } from '../text.ts'

export type InputPlace = { file: string; line?: number; column?: string }

/** The input cannot be read as asked. Says what and where in one sentence; never wraps a bug of ours. */
export class QcInputError extends Error {
  readonly code: string
  readonly place: InputPlace
  readonly text: Text

  constructor(code: string, place: InputPlace, text: Text, options?: { cause?: unknown }) {
    super(sentence(place, text.en, 'en'), options)
    this.name = 'QcInputError'
    this.code = code
    this.place = place
    this.text = { zh: sentence(place, text.zh, 'zh'), en: sentence(place, text.en, 'en') }
  }
}

function sentence(place: InputPlace, what: string, lang: 'zh' | 'en'): string {
  const zh = lang === 'zh'
  const parts = [place.file]
  if (place.line !== undefined) parts.push(zh ? `第 ${place.line} 行` : `line ${place.line}`)
  if (place.column !== undefined) parts.push(zh ? `“${place.column}”列` : `column "${place.column}"`)
  return `${parts.join(zh ? '，' : ', ')}${zh ? '：' : ': '}${what}`
}
