import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import plus from 'virtual:icon/plus'
import { ensureText, useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { useLeaveGuard } from '#web/resource/form/leave-guard.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { flatten, useMenu } from '#web/state/menu.ts'
import { go, openMenu } from '#web/navigation/open.ts'
import { useCan } from '#web/state/ability.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fetchSettings, type Settings } from './api.ts'
import { GroupSheet } from './group-sheet.tsx'
import './settings.css'
import { Tabs } from './tabs.tsx'
import { TestMail } from './test-mail.tsx'

await ensureText('area', 'form', 'list', 'field')

const FormDrawer = lazy(() => import('#web/resource/form/form-drawer.tsx'))

const Entrances = ({ list }: { list: Settings['quickEntrances'] }) => {
  const t = useText('area')
  const menu = useMenu((s) => s.nodes)
  // A rule may be a link or a frame: the menu knows how it opens.
  const enter = ({ rule, path }: Settings['quickEntrances'][number]): void => {
    const node = flatten(menu).find((n) => n.name === rule && n.type === 'menu')
    if (node) return openMenu(node)
    if (/^https?:/.test(path)) return void window.open(path, '_blank', 'noopener')
    void go(path)
  }
  return (
    <section className="panel-card" aria-label={t('settings.entrances')}>
      <h2>{t('settings.entrances')}</h2>
      <div className="entrances">
        {list.map((entry) => (
          <Button key={entry.path} onClick={() => enter(entry)}>
            {entry.title}
            <Icon name={/^https?:/.test(entry.path) ? 'external-link' : 'arrow-right'} size={14} />
          </Button>
        ))}
      </div>
    </section>
  )
}

/** The groups in which something is not saved yet. */
const useUnsaved = () => {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const tell = useCallback(
    (name: string, is: boolean) =>
      setDirty((old) => (old.has(name) === is ? old : new Set(is ? [...old, name] : [...old].filter((n) => n !== name)))),
    [],
  )
  return { dirty, tell }
}
/** One for all groups, and none beside that of the drawer: the router asks only one. */
const Guard = () => {
  const t = useText('form')
  const { ask, dialog } = useConfirm()
  useLeaveGuard(true, () => ask({ title: t('leave.ask'), detail: t('leave.detail'), yes: t('leave.yes'), no: t('leave.no'), danger: true }))
  return dialog
}

export default function SettingsPage() {
  const t = useText('area')
  const lang = useLanguage()
  const { words, may } = useResource()
  const mayMail = useCan('mail/config/test')
  const { data, error, refetch } = useQuery({
    queryKey: ['settings', lang],
    queryFn: fetchSettings,
    // The other language comes into the page that is open: a page that went away would take what was typed with it.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [chosen, setChosen] = useState<string | null>(null)
  /** Nothing, a new item, or the one that is changed. */
  const [shaping, setShaping] = useState<readonly number[] | null>(null)
  const { dirty, tell } = useUnsaved()
  const again = () => void refetch()
  const group = data?.groups.find((g) => g.name === chosen) ?? data?.groups[0]
  return (
    <section className="settings-page">
      <header className="list-header">
        <div className="list-title">
          <h1>{words.title}</h1>
          <p title={words.remark}>{words.remark}</p>
        </div>
        {may('add') && (
          <Button look="primary" icon={plus} onClick={() => setShaping([])}>
            {t('settings.add')}
          </Button>
        )}
      </header>
      {error && !data && <Failure error={error} retry={again} />}
      {!data && !error && <Skeleton rows={8} shape="form" />}
      {data && group && (
        <div className="settings-columns">
          <div className="panel-card">
            <Tabs
              label={words.title}
              tabs={data.groups.map((g) => ({
                name: g.name,
                title: g.title,
                mark: dirty.has(g.name) ? t('settings.unsaved') : undefined,
                panel: <GroupSheet group={g} onDirty={tell} onEdit={(id) => setShaping([id])} onChanged={again} />,
              }))}
              chosen={group.name}
              onChoose={setChosen}
            />
          </div>
          <aside>
            {data.quickEntrances.length > 0 && <Entrances list={data.quickEntrances} />}
            {mayMail && <TestMail />}
          </aside>
        </div>
      )}
      {shaping && (
        <Suspense>
          <FormDrawer ids={shaping} parent={null} preset={{ group: group?.name }} onSaved={again} onClose={() => setShaping(null)} />
        </Suspense>
      )}
      {dirty.size > 0 && !shaping && <Guard />}
    </section>
  )
}
