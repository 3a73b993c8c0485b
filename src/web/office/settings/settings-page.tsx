import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import plus from 'virtual:icon/plus'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { Button } from '../../resource/button.tsx'
import { useResource } from '../../resource/context.ts'
import { Failure, Skeleton } from '../../resource/states.tsx'
import { flatten, useMenu } from '../../state/menu.ts'
import { go, openMenu } from '../../shell/open.ts'
import { useCan } from '../../state/ability.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fetchSettings, type Settings } from './api.ts'
import { GroupSheet } from './group-sheet.tsx'
import './settings.css'
import { Tabs } from './tabs.tsx'
import { TestMail } from './test-mail.tsx'

await ensureText('office', 'form', 'list', 'field')

const FormDrawer = lazy(() => import('../../resource/form/form-drawer.tsx'))

const Entrances = ({ list }: { list: Settings['quickEntrances'] }) => {
  const t = useText('office')
  const menu = useMenu((s) => s.nodes)
  // A rule may be a link or a frame: the menu knows how it opens.
  const enter = ({ rule, path }: Settings['quickEntrances'][number]): void => {
    const node = flatten(menu).find((n) => n.name === rule && n.type === 'menu')
    if (node) return openMenu(node)
    if (/^https?:/.test(path)) return void window.open(path, '_blank', 'noopener')
    void go(path)
  }
  return (
    <section className="office-card" aria-label={t('settings.entrances')}>
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

export default function SettingsPage() {
  const t = useText('office')
  const lang = useLanguage()
  const { words, may } = useResource()
  const mayMail = useCan('mail/config/test')
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['settings', lang],
    queryFn: fetchSettings,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [adding, setAdding] = useState(false)
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
          <Button look="primary" icon={plus} onClick={() => setAdding(true)}>
            {t('settings.add')}
          </Button>
        )}
      </header>
      {error && !data && <Failure error={error} retry={again} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && group && (
        <div className="settings-columns">
          <div className="office-card">
            <Tabs label={words.title} tabs={data.groups} chosen={group.name} onChoose={setChosen}>
              <GroupSheet key={`${group.name}|${dataUpdatedAt}`} group={group} onChanged={again} />
            </Tabs>
          </div>
          <aside>
            {data.quickEntrances.length > 0 && <Entrances list={data.quickEntrances} />}
            {mayMail && <TestMail />}
          </aside>
        </div>
      )}
      {adding && (
        <Suspense>
          <FormDrawer ids={[]} parent={null} onSaved={again} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  )
}
