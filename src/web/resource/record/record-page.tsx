import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import back from 'virtual:icon/arrow-left'
import { hasTrait } from '#kernel'
import { ApiError } from '../../api/request.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { usePageQuery, withValues } from '../../navigation/page-query.ts'
import { activateTab } from '../../navigation/tab-actions.ts'
import { useMay } from '../../state/ability.tsx'
import { recordAt } from '../../state/menu.ts'
import { useRecords } from '../../state/records.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Outdated } from '../../ui/states.tsx'
import type { ReadRecord } from '../../api/resource.ts'
import { useResource } from '../context.ts'
import { WithResource } from '../with-resource.tsx'
import { RecordComing } from './record-coming.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordPanel } from './record-panel.tsx'
import { recordTabs } from './record-tabs.ts'
import { TabList } from './tab-list.tsx'
import { useEscape } from './use-escape.ts'
import { useRecord } from './use-record.ts'
import './record.css'

// The words arrive with the code, as those of lists do.
await ensureText('list', 'field', 'record')

type At = { list: string; id: number }

const BackToList = ({ list }: { list: string }) => {
  const t = useText('record')
  const { words } = useResource()
  return (
    <Button look="primary" icon={back} onClick={() => activateTab(list)}>
      {t('backTo', { title: words.title })}
    </Button>
  )
}

/** The record that is not there, or not for this person, is not told apart: its number alone must tell nothing. */
const Missing = ({ error, retry, list }: { error: Error; retry(): void; list: string }) => {
  const t = useText('record')
  if (!(error instanceof ApiError && error.kind === 'business'))
    return (
      <Failure error={error} retry={retry}>
        <BackToList list={list} />
      </Failure>
    )
  return (
    <Empty icon="search" title={t('missing')} text={t('missingHint')}>
      <BackToList list={list} />
    </Empty>
  )
}

const Shown = ({ record: { row, changed }, list, reload }: { record: ReadRecord; list: string; reload(): void }) => {
  const t = useText('record')
  const { resource, half, words, nameOf } = useResource()
  const [query, setQuery] = usePageQuery()
  const may = useMay()
  const { pathname } = useLocation()
  const label = nameOf(row)
  const name = useRecords((s) => s.name)
  useEffect(() => name(pathname, label), [name, pathname, label])
  const tabs = recordTabs({ resource, half, words, row, t, maySee: (other) => may(other, 'index') })
  const current = tabs.find((tab) => tab.key === query.get('tab')) ?? tabs[0]
  const choose = (key: string, replace: boolean) =>
    setQuery((now) => withValues(now, { tab: key === tabs[0]?.key ? null : key }), { replace })
  return (
    <>
      <RecordHeader row={row} changed={changed} list={list} reload={reload} />
      {current && tabs.length > 1 && <TabList tabs={tabs} current={current.key} onChoose={choose} />}
      {current && <RecordPanel tab={current} row={row} isAlone={tabs.length === 1} reload={reload} />}
    </>
  )
}

const Record = ({ list, id }: At) => {
  const { resource, words, half } = useResource()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const { data, dataUpdatedAt, error, refetch } = useRecord(resource.name, id)
  const forget = useRecords((s) => s.forget)
  useEffect(() => {
    if (error instanceof ApiError && error.kind === 'business') forget(pathname)
  }, [error, forget, pathname])
  useEscape(() => activateTab(list))
  const reload = () => {
    half.changed?.()
    for (const key of ['row', 'history', 'list']) void client.invalidateQueries({ queryKey: [key, resource.name] })
  }
  if (hasTrait(resource, 'singleton')) return <Navigate to={list} replace />
  // What was there and is gone meanwhile is not shown any longer; a broken line takes nothing away.
  const isGone = error instanceof ApiError && error.kind === 'business'
  return (
    <section className="record" aria-label={words.one ?? words.title}>
      {data && !isGone ? (
        <>
          {error && <Outdated error={error} since={dataUpdatedAt} retry={() => void refetch()} />}
          <Shown record={data} list={list} reload={reload} />
        </>
      ) : error ? (
        <Missing error={error} retry={() => void refetch()} list={list} />
      ) : (
        <RecordComing />
      )}
    </section>
  )
}

const framed = (state: ReactNode) => <section className="record">{state}</section>
const failed = (error: Error, retry: () => void) => framed(<Failure error={error} retry={retry} />)

/** The page of one record: what it is, what belongs to it, what happened to it. All of it follows from the definition. */
export default function RecordPage({ name }: { name: string }) {
  const at = recordAt(useLocation().pathname)
  if (!at) return null
  return (
    <WithResource name={name} fallback={framed(<RecordComing />)} renderFailure={failed}>
      <Record {...at} />
    </WithResource>
  )
}
