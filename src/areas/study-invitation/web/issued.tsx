import { useResource } from '#web'
import { behind } from '#web/languages.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { MAILED, MAILED_WAYS, ONCE } from '../locale.ts'

type Answer = { path: string; mailed: keyof typeof MAILED }
const read = (answer: unknown): Answer => {
  const given: Record<string, unknown> = typeof answer === 'object' && answer !== null ? { ...answer } : {}
  const mailed = MAILED_WAYS.find((way) => way === given['mailed'])
  return { path: String(given['path'] ?? ''), mailed: mailed ?? 'noAddress' }
}

/** The link, for as long as the dialog is open; nothing keeps it. */
export const Issued = ({ answer }: { answer: unknown }) => {
  const { words } = useResource()
  const { path, mailed } = read(answer)
  const language = behind(words.lang)
  return (
    <div className="detail">
      <p role="status">{MAILED[mailed][language]}</p>
      <ShownOnce label={words.title} value={`${window.location.origin}${path}`} />
      <p>{ONCE[language]}</p>
    </div>
  )
}
