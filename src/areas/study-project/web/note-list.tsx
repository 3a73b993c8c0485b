import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import type { Note } from './exchange-api.ts'

/** What is said of single variables, each with its place. */
export const NoteList = ({ title, notes }: { title: string; notes: readonly Note[] }) => {
  const lang = behind(useLanguage())
  if (notes.length === 0) return null
  return (
    <details className="exchange-notes" open={notes.length <= 12}>
      <summary>{title}</summary>
      <ul>
        {notes.map(({ form, variable, words }, i) => (
          <li key={i}>
            <b>{[form, variable].filter(Boolean).join(' · ')}</b> {words[lang]}
          </li>
        ))}
      </ul>
    </details>
  )
}
