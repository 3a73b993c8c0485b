import { ensureText, useResource, useText } from '#web'
import { inWords } from '#web/study/body.ts'
import { useCatalogue, type CheckType } from '#web/study/catalogue.ts'
import { behind } from '#web/languages.ts'
import { Skeleton } from '#web/ui/states.tsx'
import '#web/study/body-input.css'

await ensureText('control', 'field')

type Difference = { path: string; before?: unknown; after?: unknown }
type Answer = { before: number | null; after: number; check: string | null; differences: Difference[] }
const isAnswer = (answer: unknown): answer is Answer => typeof answer === 'object' && answer !== null && 'differences' in answer

const settingOf = (check: CheckType | undefined, path: string) =>
  check && [...check.settings.target, ...check.settings.params, ...check.settings.common].find((one) => one.path.join('.') === path)

/** Setting by setting, what two versions do not share, in the words of the form that asks for it. */
export const Differences = ({ answer }: { answer: unknown }) => {
  const t = useText('control')
  const tField = useText('field')
  const { words } = useResource()
  const { data, error } = useCatalogue('form')
  if (!isAnswer(answer)) return null
  if (!data && !error) return <Skeleton rows={3} />
  const { before, after, differences } = answer
  if (differences.length === 0) return <p>{t('noDifference')}</p>
  const check = data?.checks.find(({ id }) => id === answer.check)
  const language = behind(words.lang)
  const sides = (path: string, value: unknown): string => {
    const options = settingOf(check, path)?.options
    const choice = (one: string): string => options?.[one]?.[language] ?? (options ? one : words.option(path, one))
    return inWords(value, { choice, yes: tField('yes'), no: tField('no') })
  }
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
        {differences.map(({ path, ...sided }) => (
          <tr key={path}>
            <th scope="row">{settingOf(check, path)?.label[language] ?? words.field(path)}</th>
            <td>{sided.before === undefined ? '–' : <del>{sides(path, sided.before)}</del>}</td>
            <td>{sided.after === undefined ? '–' : <ins>{sides(path, sided.after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
