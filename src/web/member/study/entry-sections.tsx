import { useStore } from 'zustand'
import type { Entry, EntryValues, Judgement, RuleTold } from '../../api/member-entry.ts'
import { plainly } from '../../field/number.ts'
import { useText } from '../../i18n/index.ts'
import { EntryField } from './entry-field.tsx'
import type { OpenEntry } from './entry-store.ts'

/** Kinds whose value is read: what a Chinese keyboard makes of its signs is not part of it. */
const MEANT = ['integer', 'number', 'date', 'dateTime'] as const
const meantOf = (kind: string) => MEANT.find((one) => one === kind)

/** Nobody is told that something is wrong with what they have not come to yet. */
export const isSaid = ({ fields }: RuleTold, values: EntryValues, asks: boolean): boolean => asks || fields.some((name) => values[name])

type Props = { entry: Entry; open: OpenEntry; judgement: Judgement; readOnly: boolean; asks: boolean; onLeave(): void }
/** The questions of a form, section by section, each with what the dictionary says about its answer. */
export const EntrySections = ({ entry, open, judgement, readOnly, asks, onLeave }: Props) => {
  const t = useText('entry')
  const tf = useText('field')
  const values = useStore(open.store, (s) => s.values)
  const oddly = (odd: string, kind: string): string =>
    odd === 'unreadable' ? t(`unreadable.${meantOf(kind) ?? 'number'}`) : tf(`mark.${odd}`)
  const leave = (name: string, kind: string): void => {
    const value = open.store.getState().values[name]
    if (meantOf(kind) && value) open.set(name, plainly(value))
    onLeave()
  }
  const hidden = new Set(judgement.hidden)
  const masked = new Set(entry.form.masked)
  return entry.form.sections.map(({ title, fields }) => {
    const shown = fields.filter((name) => !hidden.has(name) || (values[name] ?? '') !== '')
    if (shown.length === 0) return null
    return (
      <section key={title} className="entry-section" aria-label={title}>
        <h2 className="member-sub">{title}</h2>
        {shown.map((name) => {
          const field = entry.form.fields[name]
          if (!field) return null
          const odd = judgement.odd[name]
          const told = judgement.rules.filter((rule) => rule.fields.includes(name))
          const stop = told.find((rule) => rule.stops && isSaid(rule, values, asks))
          const hint = told.find((rule) => !rule.stops && isSaid(rule, values, asks))
          const help = hidden.has(name) ? t('unasked') : odd ? oddly(odd, field.kind) : hint && t('ruleWarns', { rule: hint.text })
          const value = field.isComputed ? (judgement.computed[name] ?? '') : (values[name] ?? '')
          return (
            <div key={name} data-entry={name} data-odd={odd ?? undefined}>
              <EntryField
                name={name}
                field={field}
                value={value}
                help={help || (masked.has(name) ? t('masked') : undefined)}
                error={asks && judgement.missing.includes(name) ? t('missing') : stop && t('ruleBroken', { rule: stop.text })}
                readOnly={readOnly || (masked.has(name) && value !== '')}
                onChange={(next) => open.set(name, next)}
                onLeave={() => leave(name, field.kind)}
              />
            </div>
          )
        })}
      </section>
    )
  })
}
