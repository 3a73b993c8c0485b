import { useResource } from '#web'
import { behind } from '#web/languages.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { ONCE } from '../locale.ts'

const tokenIn = (answer: unknown): string => {
  const token: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'token') : undefined
  return typeof token === 'string' ? token : ''
}

/** The secret, for as long as the dialog is open; nothing keeps it. */
export const Issued = ({ answer }: { answer: unknown }) => {
  const { words } = useResource()
  return (
    <div className="detail">
      <p role="status">{ONCE[behind(words.lang)]}</p>
      <ShownOnce label={words.title} value={tokenIn(answer)} />
    </div>
  )
}
