import type { Words } from '#kernel'
import { describedFunctions, DESCRIBED_WORDS } from '#qc/language.ts'
import type { Text } from '#qc/text.ts'

const wordsOf = ({ zh, en }: Text): Words => ({ 'zh-cn': zh, en })

/** The language of expressions as it is offered to whoever types one. In a form there is one row and no other table. */
export const languageOf = (where: 'row' | 'table') => ({
  functions: describedFunctions()
    .filter(({ across }) => where === 'table' || !across)
    .map(({ name, signature, help, takesNothing = false }) => ({
      name,
      signature: wordsOf(signature),
      help: wordsOf(help),
      takesNothing,
    })),
  words: DESCRIBED_WORDS.map(({ name, between, help }) => ({ name, between, help: wordsOf(help) })),
})
