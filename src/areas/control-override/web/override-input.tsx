import { useQuery } from '@tanstack/react-query'
import { ensureText, useText } from '#web'
import { readRow } from '#web/api/resource.ts'
import type { InputViewProps } from '#web/field/view.ts'
import { behind } from '#web/languages.ts'
import { bodyOf, readSetting, inWords, writeSetting, type Body } from '#web/study/body.ts'
import { useCatalogue, type Setting } from '#web/study/catalogue.ts'
import { SettingField } from '#web/study/setting-field.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/study/body-input.css'

await ensureText('control', 'list')

/** How a rule judges; what it judges stays. */
const JUDGES: ReadonlySet<string | undefined> = new Set(['severity', 'warn', 'fail'])
/** Left blank, it is what the rule says. */
const asInForce = (setting: Setting, rule: Body): Setting => {
  const { initial: _, ...rest } = setting
  const said = readSetting(rule, setting.path) ?? setting.initial
  const { required: _required, ...field } = setting.field
  return { ...rest, field, ...(said === undefined ? {} : { initial: typeof said === 'boolean' ? said : inWords(said) }) }
}

/** What differs from the rule, asked as its check type says, beside what the rule itself says. */
export default function OverrideInput({ value, onChange, values, words, disabled, id }: InputViewProps) {
  const t = useText('control')
  const parameter = values?.['parameter']
  const chosen = typeof parameter === 'number' ? parameter : null
  const catalogue = useCatalogue('form')
  const rule = useQuery({
    queryKey: ['row', 'control.parameter', chosen, 'override', words.lang],
    queryFn: ({ signal }) => readRow('control.parameter', chosen ?? 0, signal),
    enabled: chosen !== null,
    retry: false,
  })
  if (chosen === null)
    return (
      <p id={id} className="form-help">
        {t('override.choose')}
      </p>
    )
  const error = catalogue.error ?? rule.error
  if (error) return <Failure error={error} retry={() => void Promise.all([catalogue.refetch(), rule.refetch()])} />
  const check = catalogue.data?.checks.find((one) => one.id === rule.data?.row['check'])
  if (!check) return <Skeleton rows={3} />
  const language = behind(words.lang)
  const inForce = bodyOf(rule.data?.row['body'])
  const body = bodyOf(value)
  const settings = [...check.settings.params, ...check.settings.common.filter(({ path }) => JUDGES.has(path[0]))]
  return (
    <div id={id} className="body-input">
      <p className="body-input-about">
        <b>{check.title[language]}</b> {check.counts[language]}
      </p>
      {settings.map((setting) => (
        <SettingField
          key={`${check.id} ${setting.path.join('.')}`}
          setting={asInForce(setting, inForce)}
          value={readSetting(body, setting.path)}
          onChange={(next) => onChange(writeSetting(body, setting.path, next))}
          lang={words.lang}
          disabled={disabled}
          blank={(said) => t('override.rule', { value: said })}
        />
      ))}
    </div>
  )
}
