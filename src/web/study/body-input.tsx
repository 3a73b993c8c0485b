import type { InputViewProps } from '../field/view.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { behind } from '../languages.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { bodyOf, readSetting, writeSetting } from './body.ts'
import { tablesNamed, type Vocabulary } from '../expression/suggest.ts'
import { useCatalogue, type Setting } from './catalogue.ts'
import { Reuse } from './reuse.tsx'
import { SettingField } from './setting-field.tsx'
import { TryIt } from './try-it.tsx'
import { useNamed } from './use-named.ts'
import { useStudyOf } from './use-study-of.ts'
import './body-input.css'

await ensureText('control', 'list')

/** The settings of a parameter, asked as its check type says. */
export default function BodyInput({ value, onChange, values, row, words, disabled, id }: InputViewProps) {
  const t = useText('control')
  const { data, error, refetch } = useCatalogue('form')
  const [parameter, study] = [row?.['parameter'], values?.['study']]
  const of = typeof parameter === 'number' ? { parameter } : { study: typeof study === 'number' ? study : null }
  const { tables, named } = useNamed(of)
  const ruleStudy = useStudyOf(of, words.lang)
  const name = row?.['check'] ?? values?.['check']
  const check = data?.checks.find(({ id, slug }) => id === name || slug === name)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />
  if (!check)
    return (
      <p id={id} className="form-help">
        {t('chooseCheck')}
      </p>
    )
  const language = behind(words.lang)
  const body = bodyOf(value)
  const { language: written = { functions: [], words: [] } } = data
  const vocabulary = (): Vocabulary => ({ ...written, tables, own: tablesNamed(tables, body['table']) })
  const fields = (settings: readonly Setting[]) =>
    settings.map((setting) => (
      <SettingField
        key={`${check.id} ${setting.path.join('.')}`}
        setting={setting}
        value={readSetting(body, setting.path)}
        onChange={(next) => onChange(writeSetting(body, setting.path, next))}
        lang={words.lang}
        disabled={disabled}
        vocabulary={vocabulary}
        picked={named && { named, body }}
      />
    ))
  return (
    <div id={id} className="body-input">
      <p className="body-input-about">
        <b>{check.title[language]}</b> {check.counts[language]}
        <br />
        {check.help[language]}
      </p>
      {fields([...check.settings.target, ...check.settings.params])}
      {ruleStudy !== null && !disabled && (
        <Reuse study={ruleStudy} check={check} body={body} parameter={typeof parameter === 'number' ? parameter : null} lang={words.lang} />
      )}
      <details>
        <summary>{t('common')}</summary>
        <div className="body-input-common">{fields(check.settings.common)}</div>
      </details>
      {!disabled && <TryIt check={check} body={body} of={of} lang={words.lang} />}
    </div>
  )
}
