import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import download from 'virtual:icon/download'
import { ensureText, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/resource/list/list.css'
import '#web/field/input/input.css'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/ui/panel-card.css'
import { fetchDocument } from './api.ts'
import { CallCard } from './call-card.tsx'
import './docs.css'
import { callsOf, type Document, matching } from './document.ts'

await ensureText('area', 'list', 'field')

const save = (document: Document): void => {
  const link = window.document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))
  link.download = 'openapi.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Every call that the reader may make. */
export default function ApiReference() {
  const t = useText('area')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({ queryKey: ['openapi', lang], queryFn: fetchDocument, staleTime: 60_000, retry: false })
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const wanted = useDeferredValue(search)
  const calls = useMemo(() => (data ? callsOf(data) : []), [data])
  const groups = useMemo(() => [...Map.groupBy(matching(calls, wanted), (c) => c.tag)], [calls, wanted])
  const found = groups.reduce((n, [, list]) => n + list.length, 0)
  const toggle = (id: string, open: boolean) =>
    setOpened((old) => (old.has(id) === open ? old : new Set(open ? [...old, id] : [...old].filter((o) => o !== id))))
  return (
    <section className="docs-api">
      <header className="list-header">
        <div className="list-title">
          <h1>{t('docs.api')}</h1>
          <p title={t('docs.remark')}>{t('docs.remark')}</p>
        </div>
        {data && (
          <Button icon={download} onClick={() => save(data)}>
            {t('docs.download')}
          </Button>
        )}
      </header>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && (
        <div className="docs-columns">
          <nav aria-label={t('docs.areas')}>
            {groups.map(([tag, list], i) => (
              <a
                key={tag}
                href={`#docs-${i}`}
                onClick={(e) => {
                  e.preventDefault()
                  document.getElementById(`docs-${i}`)?.scrollIntoView({ block: 'start' })
                }}
              >
                {tag}
                <small>{list.length}</small>
              </a>
            ))}
          </nav>
          <div>
            <div className="docs-search">
              <input
                className="input"
                type="search"
                value={search}
                placeholder={t('docs.search')}
                aria-label={t('docs.search')}
                onChange={(e) => setSearch(e.target.value)}
              />
              <span role="status">{found > 0 ? t('docs.found', { count: found }) : t('docs.none')}</span>
            </div>
            {groups.map(([tag, list], i) => (
              <section key={tag} id={`docs-${i}`} className="panel-card docs-group">
                <h2>{tag}</h2>
                {list.map((call) => (
                  <CallCard key={call.id} call={call} open={opened.has(call.id)} onToggle={(open) => toggle(call.id, open)} />
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
