import { useQuery } from '@tanstack/react-query'
import { useText } from '#web'
import { request } from '#web/api/request.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { LabelLink } from '#web/resource/list/label-link.tsx'
import { listAddress, useMenu } from '#web/state/menu.ts'
import { exactTime, formatNumber, formatSize, momentOf } from '#web/ui/format.ts'

type Shown =
  | { as: 'text' | 'code' | 'moment'; text: string }
  | { as: 'number'; value: number; unit?: 'bytes' }
  | { as: 'records'; resource: string; records: { id: number; label: string | null }[]; more: number }
  | { as: 'count'; count: number }
  | { as: 'lines'; lines: Line[] }
type Line = { name: string; title: string; shown: Shown }
export type Told = { subject: Line | null; input: Line[]; result: Line[] }

/** What it was asked for and what came of it, in words; asked again with the state, which decides what there is to tell. */
export const useTold = (task: number, state: string | null): Told | undefined => {
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: ['row', 'task', task, 'told', state, lang],
    queryFn: ({ signal }) =>
      request<Told>({ url: '/admin/task/told', params: { id: task }, signal, showError: false, cancelDuplicate: false }).then(
        (answer) => answer.data,
      ),
  })
  return data
}

/** The records that it names, each the door to its page. */
const Records = ({ resource, records, more }: Extract<Shown, { as: 'records' }>) => {
  const t = useText('task')
  const list = useMenu((s) => listAddress(s.nodes, resource))
  return (
    <span className="task-records">
      {records.map(({ id, label }) => (
        <LabelLink key={id} to={list && label !== null ? `${list}/${id}` : null} active>
          <span>{label ?? `#${id}`}</span>
        </LabelLink>
      ))}
      {more > 0 && <span>{t('moreRecords', { count: more })}</span>}
    </span>
  )
}

export const Value = ({ shown }: { shown: Shown }) => {
  const t = useText('task')
  const lang = useLanguage()
  switch (shown.as) {
    case 'records':
      return <Records {...shown} />
    case 'lines':
      return <Lines lines={shown.lines} />
    case 'count':
      return t('items', { count: shown.count })
    case 'number':
      return shown.unit === 'bytes' ? formatSize(shown.value, lang) : formatNumber(Math.round(shown.value * 100) / 100, lang)
    case 'moment': {
      const at = momentOf(shown.text)
      return at ? <time dateTime={at.toISOString()}>{exactTime(at)}</time> : shown.text
    }
    case 'code':
      return <code className="task-code">{shown.text}</code>
    case 'text':
      return shown.text
  }
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <dl className="task-lines">
    {lines.map(({ name, title, shown }) => (
      <div key={name} data-wide={shown.as === 'lines' || shown.as === 'code' || undefined}>
        {title !== '' && <dt>{title}</dt>}
        <dd>
          <Value shown={shown} />
        </dd>
      </div>
    ))}
  </dl>
)

export const ToldSection = ({ title, lines }: { title: string; lines: readonly Line[] | undefined }) =>
  lines && lines.length > 0 ? (
    <section className="detail" aria-label={title}>
      <h3>{title}</h3>
      <Lines lines={lines} />
    </section>
  ) : null
