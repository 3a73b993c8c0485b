import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import icon from 'virtual:icon/message-circle-question-mark'
import { ensureText, useResource, useText } from '#web'
import type { RowData } from '#web'
import { printQuery } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { useEnded } from '#web/live/use-ended.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useMay } from '#web/state/ability.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/states.tsx'
import { formIdOf } from './api.ts'
import { useFieldKey } from './field-key.ts'
import { More } from './more.tsx'

await ensureText('query')

const ActionDialog = lazy(() => import('#web/resource/form/action-dialog.tsx'))
/** Questions of other places: neither asked for nor sent. */
export const ELSEWHERE = { datafile: undefined, delivery: undefined, study: undefined, findings: undefined }
const LOOK_MS = 4000
const UNSETTLED: ReadonlySet<unknown> = new Set(['open', 'answered'])

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
    // The site answers while somebody looks: they see it happen.
    refetchInterval: ({ state }) => (state.data?.list.some((row) => UNSETTLED.has(row['state'])) ? LOOK_MS : false),
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
            <Link to={`/admin/query/${row.id}`}>
              #{row.id} {String(row['text'])}
            </Link>
          </li>
        ))}
      </ul>
      <More path="query" form={form} record={record} shown={data.list.length} total={data.total} />
    </section>
  )
}

/** Asks the site about the value that has the focus, or about the whole record; shows what was asked before. */
export const Queries = ({ row, field }: { row: RowData; field: string | null }) => {
  const t = useText('query')
  const { resource, words } = useResource()
  const may = useMay()
  const client = useQueryClient()
  /** What is asked about, as it was when the dialog opened: the focus goes on. */
  const [asking, setAsking] = useState<{ field: string | null } | null>(null)
  const form = formIdOf(resource.name)
  const record = row.id
  const follow = () => {
    for (const name of ['query', 'finding']) void client.invalidateQueries({ queryKey: ['list', name, 'of', form, record] })
  }
  useEnded('qc.run', follow)
  const isOffered = may('query', 'index') && may('query', 'raise') && !row._held?.isFinal
  const ask = () => setAsking({ field })
  useFieldKey('Q', words.title, t('raise'), isOffered && field !== null ? ask : null)
  if (!may('query', 'index')) return null
  return (
    <>
      {isOffered && (
        <Button icon={icon} onClick={ask}>
          {field ? t('raise') : t('raiseRecord')}
        </Button>
      )}
      <WithResource name="query">
        <List form={form} record={record} />
        {asking && (
          <Suspense>
            <ActionDialog
              action="raise"
              rows={[]}
              about={asking.field ? t('raiseOn', { name: words.field(asking.field) }) : t('raiseRecord')}
              given={{ form, record, field: asking.field, ...ELSEWHERE }}
              onDone={follow}
              onClose={() => setAsking(null)}
            />
          </Suspense>
        )}
      </WithResource>
    </>
  )
}
