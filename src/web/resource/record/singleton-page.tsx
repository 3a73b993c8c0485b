import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { hasTrait } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { fetchList, fetchRow } from '../../api/resource.ts'
import { dropDraft } from '../../draft/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { useResource } from '../context.ts'
import './detail.css'
import { RecordForm } from '../form/record-form.tsx'
import { useOpened } from '../form/use-opened.ts'
import { History } from './history.tsx'
import '../list/list.css'
import './singleton.css'
import { Failure, Skeleton } from '../../ui/states.tsx'

await ensureText('form')

const ActionDialog = lazy(() => import('../form/action-dialog.tsx'))
const nothing = () => {}

/** The one row of a resource: the list knows which it is, and stands in for those who may look but not edit. */
const useOnlyRow = (name: string, editable: boolean) =>
  useQuery({
    queryKey: ['singleton', name, editable],
    queryFn: async ({ signal }): Promise<RowData | null> => {
      const [row] = (await fetchList(name, 'index', { limit: 10, page: 1 }, signal)).list
      return row && editable ? fetchRow(name, row.id, signal) : (row ?? null)
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Settings are one record: its form is the page, and its verbs stand above it. */
export default function SingletonPage() {
  const t = useText('form')
  const { resource, words, half, may } = useResource()
  const { data: row, error, refetch } = useOnlyRow(resource.name, may('edit'))
  const [running, setRunning] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  const { opened, turn, begin } = useOpened(row, dirty)
  const { ask, dialog } = useConfirm()
  const draft = { key: `${resource.name} ${row?.id}` }
  const mayLeave = async () => {
    const leaves = await ask({ title: t('leave.ask'), detail: t('leave.detail'), yes: t('leave.yes'), no: t('leave.no'), danger: true })
    if (leaves) dropDraft('admin', draft.key)
    return leaves
  }
  const verbs = Object.entries(resource.actions).filter(([name, spec]) => !spec.hidden && may(name))
  // Also when nothing changed (the same secret once more): what was typed must not stay in its box.
  const saved = async () => {
    begin((await refetch()).data)
  }
  const Beside = half.slots?.beside
  return (
    <section className="singleton" aria-label={words.title}>
      <header className="list-header">
        <div className="list-title">
          <h1>{words.title}</h1>
          <p title={words.remark}>{words.remark}</p>
        </div>
        <div className="list-tools" role="toolbar" aria-label={t('list:toolbar.label')}>
          {verbs.map(([name, spec]) => (
            <Button key={name} disabled={!row || dirty} title={dirty ? t('saveFirst') : undefined} onClick={() => setRunning(name)}>
              {spec.icon && <Icon name={spec.icon} />}
              {words.action(name)}
            </Button>
          ))}
        </div>
      </header>
      {error && !row ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !row ? (
        <Skeleton rows={8} shape="form" />
      ) : (
        <div className="singleton-columns">
          <div className="singleton-card">
            <RecordForm
              key={turn}
              row={opened ?? row}
              preset={{}}
              more={false}
              draft={draft}
              stays
              readOnly={!may('edit')}
              onDirty={setDirty}
              mayLeave={mayLeave}
              onSaved={saved}
              onDone={nothing}
              onSkip={nothing}
              onCancel={() => {
                dropDraft('admin', draft.key)
                begin(row)
              }}
            />
          </div>
          <aside>
            {Beside && <Beside row={row} />}
            {hasTrait(resource, 'audited') && (
              <div className="singleton-card">
                <History id={row.id} key={row.version} />
              </div>
            )}
          </aside>
        </div>
      )}
      {dialog}
      {running && row && (
        <Suspense>
          <ActionDialog action={running} rows={[row]} onDone={nothing} onClose={() => setRunning(null)} />
        </Suspense>
      )}
    </section>
  )
}
