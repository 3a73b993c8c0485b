import type { Language, Words } from '#kernel'
import type { ImportNote } from '#qc'
import { noteLine } from '#qc/cli/source-report.ts'

/** Said of a command line there; whoever reads this has none. */
const OWN: Readonly<Record<string, Words>> = {
  doubtful_encoding: {
    'zh-cn': '编码只是猜测，请核对文字是否正确；现按',
    en: 'The encoding is a guess, see whether the text is right; read as',
  },
}

/** What reading noticed, in words: where, how often, and what. */
export const saidNote = (note: ImportNote, language: Language): string => {
  const own = OWN[note.code]
  return own ? `${own[language]} ${note.detail ?? ''}`.trim() : noteLine(note, language === 'en' ? 'en' : 'zh')
}
