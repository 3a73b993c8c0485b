import { ensureText, useText } from '#web'
import { textOf } from '#web/study/body.ts'
import '#web/study/body-input.css'

await ensureText('control')

type Difference = { path: string; before?: unknown; after?: unknown }
const isAnswer = (answer: unknown): answer is { before: number | null; after: number; differences: Difference[] } =>
  typeof answer === 'object' && answer !== null && 'differences' in answer

const Side = ({ value, as: Mark }: { value: unknown; as: 'del' | 'ins' }) => (value === undefined ? <>–</> : <Mark>{textOf(value)}</Mark>)

/** Setting by setting, what two versions do not share. */
export const Differences = ({ answer }: { answer: unknown }) => {
  const t = useText('control')
  if (!isAnswer(answer)) return null
  const { before, after, differences } = answer
  if (differences.length === 0) return <p>{t('noDifference')}</p>
  return (
    <table className="body-difference">
      <thead>
        <tr>
          <th scope="col">{t('setting')}</th>
          <th scope="col">{before === null ? '–' : `v${before}`}</th>
          <th scope="col">v{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((one) => (
          <tr key={one.path}>
            <th scope="row">
              <code>{one.path}</code>
            </th>
            <td>
              <Side value={one.before} as="del" />
            </td>
            <td>
              <Side value={one.after} as="ins" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
