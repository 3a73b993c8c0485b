import { ensureText, useText } from '#web'
import { followInside } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'

await ensureText('study')

const numberIn = (answer: unknown, name: string): number | null => {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  return typeof value === 'number' ? value : null
}
/** What was verified at once, or the task that does it: very many are no work for a request. */
export const Marked = ({ answer }: { answer: unknown }) => {
  const t = useText('study')
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  const task = numberIn(answer, 'task')
  if (task === null) return <p>{t('marked.now', { count: numberIn(answer, 'count') ?? 0, before: numberIn(answer, 'before') ?? 0 })}</p>
  const to = `${tasks}/${task}`
  return (
    <p>
      {t('marked.task')}{' '}
      {tasks !== null && (
        <a href={to} onClick={(event) => followInside(event, to)}>
          {t('marked.follow')}
        </a>
      )}
    </p>
  )
}
