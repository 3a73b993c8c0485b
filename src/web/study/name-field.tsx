import { Select } from 'antd'
import { useState } from 'react'
import { attributes, status } from '../field/input/attributes.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'
import { Button } from '../ui/button.tsx'
import type { Body } from './body.ts'
import type { Setting } from './catalogue.ts'
import { isFound, namesFor, oddIn, type Name, type Named } from './named.ts'
import './name-field.css'

await ensureText('control', 'dictionary', 'field')

type Line = { value: string; name: Name | null }
type Props = {
  id: string
  setting: Setting
  value: unknown
  onChange(value: unknown): void
  body: Body
  named: Named
  lang: Lang
  disabled: boolean
  describedBy: string | undefined
}

const chosenIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')

/** Tables and columns are picked from the dictionary of the study. What it does not know may be written, and is said to be unknown. */
export const NameField = ({ id, setting, value, onChange, body, named, lang, disabled, describedBy }: Props) => {
  const t = useText('control')
  const tType = useText('dictionary')
  const tField = useText('field')
  const [sought, setSought] = useState('')
  const language = behind(lang)
  const { tables, isLoading, isFailed, retry } = named
  const { many = false, field } = setting
  const names = namesFor(setting, body, tables)
  const found = names.filter((name) => isFound(name, sought))
  const typed = sought.trim()
  const isNew = typed !== '' && !names.some((name) => name.value.toLowerCase() === typed.toLowerCase())
  const lines: Line[] = [...found.map((name) => ({ value: name.value, name })), ...(isNew ? [{ value: typed, name: null }] : [])]
  const chosen = chosenIn(value)
  const odd = isLoading || isFailed ? [] : oddIn(setting, body, tables, value)
  const unknown = odd.filter(({ is }) => is === 'unknown')
  const [faultId, described] = [`${id}-fault`, describedBy ? [describedBy] : []]
  const nameOf = (code: string) => names.find((name) => name.value.toLowerCase() === code.toLowerCase())
  const pick = (next: string | string[] | null | undefined) => {
    setSought('')
    if (Array.isArray(next)) onChange(next.length > 0 ? next : null)
    else onChange(next ?? null)
  }
  const chosenLabel = (code: string) => (
    <span className="name-chosen" data-unknown={unknown.some(({ name }) => name === code) || undefined}>
      <code>{code}</code> {nameOf(code)?.label[language]}
    </span>
  )
  const offered = ({ value: code, name }: Line) =>
    name ? (
      <span className="name-option">
        <code>{code}</code> <span>{name.label[language]}</span>
        <small>{[name.type && tType(`type.${name.type}`), name.table?.[language]].filter(Boolean).join(' · ')}</small>
      </span>
    ) : (
      t('name.asTyped', { name: code })
    )
  return (
    <>
      <Select<string | string[] | null, Line>
        {...attributes({
          id,
          disabled,
          invalid: unknown.length > 0,
          field,
          describedBy: [...described, ...(odd.length > 0 ? [faultId] : [])].join(' ') || undefined,
        })}
        {...status(unknown.length > 0)}
        className="wide"
        {...(many ? { mode: 'multiple' as const } : {})}
        value={many ? chosen : (chosen[0] ?? null)}
        onChange={pick}
        options={lines}
        optionRender={({ data }) => offered(data)}
        labelRender={({ value: code }) => chosenLabel(String(code))}
        showSearch={{ filterOption: false, onSearch: setSought, searchValue: sought }}
        onOpenChange={(isOpen) => {
          if (!isOpen) setSought('')
        }}
        loading={isLoading}
        allowClear={!field.required}
        placeholder={tField('choose')}
        notFoundContent={isFailed ? tField('optionsFailed') : isLoading ? tField('loading') : tField('noOptions')}
      />
      {isFailed && (
        <p className="form-help">
          {t('name.failed')} <Button onClick={retry}>{t('name.again')}</Button>
        </p>
      )}
      {odd.length > 0 && (
        <ul id={faultId} className="name-odd">
          {odd.map(({ name, is, now }) => (
            <li key={name} className={is === 'unknown' ? 'form-error' : 'form-odd'}>
              {is === 'former' ? t('name.former', { name, now: now ?? '' }) : t(`name.unknown.${setting.names ?? 'column'}`, { name })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
