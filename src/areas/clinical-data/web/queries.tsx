import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import icon from 'virtual:icon/message-circle-question-mark'
import { useResource, useText } from '#web'
import type { RowData } from '#web'
import { printQuery } from '#kernel'
import { fetchList, runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { toast } from '#web/state/toast.ts'
import { fetchAsked } from '#web/study/asked.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/states.tsx'
import { formIdOf } from './api.ts'

const List = ({ form, record }: { form: number; record: number }) => {
  const t = useText('query')
  const { words } = useResource()
  const search = [
    { field: 'form', operator: '=', val: String(form) },
    { field: 'record', operator: '=', val: String(record) },
  ] as const
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'query', 'of', form, record, words.lang],
    queryFn: ({ signal }) => fetchList('query', 'index', printQuery({ limit: 20, search }), signal),
    staleTime: 0,
    retry: false,
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.list.length === 0) return null
  return (
    <section className="clinical-queries" aria-label={t('ofRecord')}>
      <h2>{t('ofRecord')}</h2>
      <ul>
        {data.list.map((row) => (
          <li key={row.id}>
            <Tag tone={toneOf(String(row['state']))}>{words.option('state', String(row['state']))}</Tag>{' '}
            <a href={`/admin/query/${row.id}`}>
              #{row.id} {String(row['text'])}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks the site about the value that has the focus, or about the whole record; shows what was asked before. */
export const Queries = ({ row, field }: { row: RowData; field: string | null }) => {
  const t = useText('query')
  const { resource, words } = useResource()
  const may = useMay()
  const { askWhy, dialog } = useConfirm()
  const [turn, setTurn] = useState(0)
  const form = formIdOf(resource.name)
  const record = row.id
  const raise = async () => {
    const title = field ? t('raiseOn', { name: words.field(field) }) : t('raiseRecord')
    const asked = await fetchAsked({ form, record, field }).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : ''),
    )
    if (!asked) return
    const note = t('willAskSaid', { people: asked.to.map(({ people }) => people).join() })
    const text = await askWhy({ title, note, why: t('question'), yes: t('raise'), no: t('cancel') })
    if (text === null) return
    await runAction('query', 'raise', [], { form, record, field, text }, uuid()).catch(() => {})
    setTurn(turn + 1)
  }
  if (!may('query', 'index')) return null
  return (
    <>
      {may('query', 'raise') && !row._held?.isFinal && (
        <Button icon={icon} onClick={() => void raise()}>
          {field ? t('raise') : t('raiseRecord')}
        </Button>
      )}
      <WithResource name="query">
        <List key={turn} form={form} record={record} />
      </WithResource>
      {dialog}
    </>
  )
}
