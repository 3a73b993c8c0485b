import { ensureText, type RowData, useResource, useText } from '#web'
import { exactTime, joinNames, momentOf } from '#web/ui/format.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { type Change, changesIn, valueText } from './cells.tsx'
import './log.css'

await ensureText('area')

const Side = ({ value }: { value: unknown }) => {
  const t = useText('area')
  const text = valueText(value)
  return text === '' ? <i className="log-blank">{t('log.blank')}</i> : <span>{text}</span>
}

const Difference = ({ changes }: { changes: readonly Change[] }) => {
  const t = useText('area')
  return (
    <table className="log-diff">
      <thead>
        <tr>
          <th scope="col">{t('log.field')}</th>
          <th scope="col">{t('log.before')}</th>
          <th scope="col">{t('log.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((c) => (
          <tr key={c.field}>
            <th scope="row">{c.title}</th>
            <td className="log-before">
              <Side value={c.before} />
            </td>
            <td className="log-after">
              <Side value={c.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An entry of the trail as a sentence, its difference as a table, and where it came from. */
export const EntryDetail = ({ row }: { row: RowData }) => {
  const t = useText('area')
  const { words } = useResource()
  const at = momentOf(row['at'])
  const text = (name: string): string => String(row[name] ?? '')
  const label = (name: string): string => String(row._labels?.[name] ?? row[name] ?? '')
  const changes = changesIn(row)
  const refusal = row['refusal']
  const fields = Array.isArray(row['refusedFields']) ? (row['refusedFields'] as string[]) : []
  const facts: [string, string][] = [
    ['actorName', `${label('actorName')}${text('actorKind') ? ` · ${words.option('actorKind', text('actorKind'))}` : ''}`],
    ['at', at ? exactTime(at) : ''],
    ['ip', text('ip')],
    ['reason', text('reason')],
    ['record', text('record')],
    ['requestId', text('requestId')],
    ['userAgent', text('userAgent')],
  ]
  return (
    <>
      <section className="detail">
        <p className="log-what">
          <Tag tone={toneOf(text('outcome'))}>{words.option('outcome', text('outcome'))}</Tag>
          <b>{label('action')}</b>
          <span>{label('resource')}</span>
          {text('label') && <em>{text('label')}</em>}
        </p>
        {typeof refusal === 'string' && (
          <div className="log-why">
            <b>{t('log.refused')}</b>
            <p>{refusal}</p>
            {fields.length > 0 && <p>{t('log.refusedFields', { names: joinNames(fields) })}</p>}
            <p className="field-note">{t('log.notKept')}</p>
          </div>
        )}
      </section>
      {typeof refusal !== 'string' && (
        <section className="detail">
          <h3>{t('log.changed')}</h3>
          {changes.length ? <Difference changes={changes} /> : <p className="field-note">{t('log.none')}</p>}
        </section>
      )}
      <section className="detail">
        <h3>{t('log.who')}</h3>
        <dl>
          {facts.map(
            ([name, value]) =>
              value !== '' && (
                <div key={name}>
                  <dt>{words.field(name)}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
    </>
  )
}
