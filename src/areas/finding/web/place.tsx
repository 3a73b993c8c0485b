import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isChoice, type Row } from '#kernel'
import { type RowData, useResource, useText } from '#web'
import { readRow } from '#web/api/resource.ts'
import { wordsOf } from '#web/field/words.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { useDefinition } from '#web/resource/use-definition.ts'
import type { finding } from '../index.ts'
import { VariableName } from './variable-name.tsx'

type Finding = Row<typeof finding> & Pick<RowData, '_labels'> & { _then?: unknown }

const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? '∅' : String(value))
const slotsOf = ({ slot }: Finding): string[] => (slot ?? '').split(', ').filter((name) => /^v\d+$/.test(name))

/** What was found in a variable: of one it is the value itself, of several the server takes it apart. */
const thenIn = (row: Finding, slot: string): string | null => {
  const { _then: then } = row
  const own: unknown = typeof then === 'object' && then !== null ? Reflect.get(then, slot) : undefined
  return typeof own === 'string' ? own : slotsOf(row).length === 1 ? row.value : null
}

type Variable = { slot: string; title: string; now: string; value: unknown; say(value: unknown): string }
/** The record as it is now, variable by variable in the order of its form; nothing of it to who may not read it. */
const useVariables = ({ form, record, version }: Finding): readonly Variable[] => {
  const lang = useLanguage()
  const t = useText('field')
  const name = `clinical.data.f${form ?? 0}`
  const { data: known } = useDefinition(form === null ? '' : name)
  const { data } = useQuery({
    queryKey: ['row', name, record, 'now', version],
    queryFn: ({ signal }) => readRow(name, record ?? 0, signal),
    enabled: form !== null && record !== null,
    staleTime: 0,
    retry: false,
  })
  if (!data || !known) return []
  const words = wordsOf(known.locale, lang, t)
  return Object.entries(known.resource.fields).flatMap(([slot, field]): Variable[] => {
    if (!/^v\d+$/.test(slot)) return []
    const say = (value: unknown): string => (isChoice(field) && typeof value === 'string' ? words.option(slot, value) : shown(value))
    const value = data.row[slot]
    return [{ slot, title: words.field(slot), value, now: say(value), say }]
  })
}

/** What was looked at: the value that was found, and what became of it since. */
const Looked = ({ row, variable }: { row: Finding; variable: Variable }) => {
  const t = useText('control')
  const { slot, title, now, value, say } = variable
  const then = thenIn(row, slot)
  const isOther = then !== null && shown(value) !== shown(then)
  return (
    <div data-looked={row.state === 'resolved' ? 'resolved' : true}>
      <dt>▲ {title}</dt>
      <dd>
        {isOther ? (
          <>
            <small>{t('finding.then')}</small> <del>{say(then)}</del> → <small>{t('finding.now')}</small> <ins>{now}</ins>
          </>
        ) : (
          now
        )}
      </dd>
    </div>
  )
}

/** Of who may not read the record, and of what no variable holds. */
const Unread = ({ row }: { row: Finding }) => {
  const t = useText('control')
  return (
    <div data-looked={row.state === 'resolved' ? 'resolved' : true}>
      <dt>
        ▲ <VariableName row={row} />
      </dt>
      <dd>
        {row.state === 'resolved' && <small>{t('finding.then')} </small>}
        {shown(row.value)}
      </dd>
    </div>
  )
}

/** So many neighbours are looked through at a glance; the others are a line to open. */
const FEW = 24
const Neighbours = ({ variables }: { variables: readonly Variable[] }) => {
  const t = useText('control')
  const all = (
    <dl className="finding-context">
      {variables.map(({ slot, title, now }) => (
        <div key={slot}>
          <dt>{title}</dt>
          <dd>{now}</dd>
        </div>
      ))}
    </dl>
  )
  if (variables.length === 0) return null
  return (
    <details className="finding-neighbours" open={variables.length <= FEW}>
      <summary>{t('finding.neighbours', { count: variables.length })}</summary>
      {all}
    </details>
  )
}

/** Where it was found, what was looked at then and now, and what stands beside it in the record. */
export const Place = ({ row }: { row: Finding }) => {
  const t = useText('control')
  const { words } = useResource()
  const variables = useVariables(row)
  const slots = new Set(slotsOf(row))
  const looked = variables.filter(({ slot }) => slots.has(slot))
  const named = (['form', 'subject', 'visit', 'department'] as const).flatMap((name) => {
    const label = row._labels?.[name]
    return label ? [{ name, label: String(label) }] : []
  })
  return (
    <>
      <dl className="finding-context">
        {named.map(({ name, label }) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{label}</dd>
          </div>
        ))}
        {looked.length > 0 && looked.length === slots.size ? (
          looked.map((variable) => <Looked key={variable.slot} row={row} variable={variable} />)
        ) : (
          <Unread row={row} />
        )}
      </dl>
      <Neighbours variables={variables.filter(({ slot }) => !slots.has(slot))} />
      <p>
        <Link to={`/admin/clinical/data?study=${row.study ?? ''}&form=${row.form ?? ''}&record=${row.record ?? ''}`}>
          {t('finding.open')}
        </Link>
      </p>
    </>
  )
}
