import { useQuery, useQueryClient } from '@tanstack/react-query'
import icon from 'virtual:icon/badge-check'
import { printQuery } from '#kernel'
import { useResource, useText } from '#web'
import type { RowData } from '#web'
import { fetchList, runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/states.tsx'
import { exactTime } from '#web/ui/format.ts'
import { formIdOf } from './api.ts'
import { useFieldKey } from './field-key.ts'
import { More } from './more.tsx'

const KINDS = ['source', 'review'] as const
const keyOf = (form: number, record: number) => ['list', 'study.mark', 'of', form, record]

type Props = { form: number; row: RowData; field: string | null }
const useMarks = ({ form, row }: Pick<Props, 'form' | 'row'>) => {
  const { words } = useResource()
  const search = [
    { field: 'form', operator: '=', val: String(form) },
    { field: 'record', operator: '=', val: String(row.id) },
  ] as const
  return useQuery({
    queryKey: [...keyOf(form, row.id), row.version, words.lang],
    queryFn: ({ signal }) => fetchList('study.mark', 'index', printQuery({ limit: 50, search }), signal),
    staleTime: 0,
    retry: false,
  })
}

const List = ({ form, row, field }: Props) => {
  const t = useText('clinical')
  const { words } = useResource()
  const { data, error, refetch } = useMarks({ form, row })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return null
  const own = data.list.filter((mark) => mark['field'] === null || mark['field'] === field)
  if (own.length === 0 && data.total <= data.list.length) return null
  return (
    <section className="clinical-queries" aria-label={t('marks')}>
      <h2>{t('marks')}</h2>
      <ul>
        {own.map((mark) => (
          <li key={mark.id}>
            <Tag tone={toneOf(String(mark['state']))}>{words.option('state', String(mark['state']))}</Tag>{' '}
            {words.option('kind', String(mark['kind']))} · {mark['field'] === null ? t('wholeRecord') : t('thisValue')}
            <small>
              <time dateTime={String(mark['createdAt'])}>{exactTime(new Date(String(mark['createdAt'])))}</time>{' '}
              {String(mark._labels?.['by'] ?? '')}
            </small>
          </li>
        ))}
      </ul>
      <More path="study/mark" form={form} record={row.id} shown={data.list.length} total={data.total} />
    </section>
  )
}

const Buttons = ({ form, row, field }: Props) => {
  const t = useText('clinical')
  const { words } = useResource()
  const client = useQueryClient()
  const { data } = useMarks({ form, row })
  // What is marked already stands below with its name and day: the same click again would do nothing and say nothing.
  const isMarked = (kind: string) =>
    data?.list.some((mark) => mark['kind'] === kind && mark['state'] === 'valid' && (mark['field'] === null || mark['field'] === field)) ===
    true
  const mark = async (kind: (typeof KINDS)[number]) => {
    const about = { form, record: row.id, version: row.version, field, kind }
    await runAction('study.mark', 'markRecord', [], about, uuid()).catch(() => {})
    await client.invalidateQueries({ queryKey: keyOf(form, row.id) })
  }
  const left = KINDS.filter((kind) => !isMarked(kind))
  const isSeen = field === null || !left.includes('source')
  useFieldKey('V', words.title, t('markValue', { kind: words.option('kind', 'source') }), isSeen ? null : () => void mark('source'))
  if (left.length === 0) return null
  return (
    <p className="clinical-marks">
      {left.map((kind) => (
        <Button key={kind} icon={icon} onClick={() => void mark(kind)}>
          {t(field ? 'markValue' : 'markRecord', { kind: words.option('kind', kind) })}
        </Button>
      ))}
    </p>
  )
}

/** Who has looked at the value that has the focus or at the record; a draft is not looked at yet. */
export const Marks = ({ row, field }: { row: RowData; field: string | null }) => {
  const { resource } = useResource()
  const may = useMay()
  const form = formIdOf(resource.name)
  if (!may('study.mark', 'index')) return null
  return (
    <WithResource name="study.mark">
      {may('study.mark', 'markRecord') && row['state'] !== 'draft' && !row._held?.isFinal && (
        <Buttons form={form} row={row} field={field} />
      )}
      <List form={form} row={row} field={field} />
    </WithResource>
  )
}
