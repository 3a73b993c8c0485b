import type { CellViewProps } from '../field/view.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { behind } from '../languages.ts'
import { bodyOf, readSetting, inWords } from './body.ts'
import { useCatalogue } from './catalogue.ts'
import './body-input.css'

await ensureText('field')

/** What the study calls the table and the columns that a rule names by code. */
export type Names = { table: string | undefined; columns: ReadonlyMap<string, string> }

/** What a parameter says, setting by setting, in the words of its check type. */
export default function BodyView({ value, row, words, names }: CellViewProps & { names?: Names }) {
  const t = useText('field')
  const { data } = useCatalogue('form')
  const language = behind(words.lang)
  const body = bodyOf(value)
  const check = data?.checks.find(({ id }) => id === row['check'])
  const settings = check ? [...check.settings.target, ...check.settings.params, ...check.settings.common] : []
  const said = settings.flatMap(({ path, label, options, field }) => {
    const given = readSetting(body, path)
    const named = (code: string) => (path[0] === 'table' ? names?.table : names?.columns.get(code)) ?? code
    return given === undefined
      ? []
      : [
          {
            key: path.join('.'),
            label: label[language],
            isCode: field.kind === 'code' || field.kind === 'json',
            text: inWords(given, { choice: (one) => options?.[one]?.[language] ?? named(one), yes: t('yes'), no: t('no') }),
          },
        ]
  })
  if (said.length === 0) return <code>{Object.keys(body).length > 0 ? inWords(body) : '–'}</code>
  return (
    <dl className="body-view">
      {said.map(({ key, label, text, isCode }) => (
        <div key={key} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd data-code={isCode || undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
