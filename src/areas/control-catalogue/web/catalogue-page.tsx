import { useDeferredValue, useMemo, useState } from 'react'
import { ensureText, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import '#web/resource/list/list.css'
import '#web/field/input/input.css'
import '#web/ui/panel-card.css'
import { type Catalogue, type CheckType, useCatalogue } from '#web/study/catalogue.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { CheckCard } from './check-card.tsx'
import './catalogue.css'

await ensureText('control', 'list')

const matching = (checks: readonly CheckType[], wanted: string): readonly CheckType[] => {
  const words = wanted.toLowerCase().split(/\s/).filter(Boolean)
  const textOf = ({ id, slug, title, counts, help }: CheckType) => JSON.stringify([id, slug, title, counts, help]).toLowerCase()
  return words.length === 0 ? checks : checks.filter((check) => words.every((word) => textOf(check).includes(word)))
}

/** In the order in which the catalogue names its dimensions. */
const groupsOf = ({ dimensions, checks }: Catalogue, wanted: string) => {
  const found = Map.groupBy(matching(checks, wanted), ({ dimension }) => dimension)
  return Object.entries(dimensions).flatMap(([name, title]) => {
    const list = found.get(name)
    return list ? [{ name, title, list: list.toSorted((a, b) => a.id.localeCompare(b.id)) }] : []
  })
}

export default function CataloguePage() {
  const t = useText('control')
  const language = behind(useLanguage())
  const { data, error, refetch } = useCatalogue('page')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const groups = useMemo(() => (data ? groupsOf(data, wanted) : []), [data, wanted])
  const count = groups.reduce((sum, { list }) => sum + list.length, 0)
  return (
    <section className="catalogue">
      <header className="list-header">
        <div className="list-title">
          <h1>{t('catalogue.title')}</h1>
          <p>{t('catalogue.remark')}</p>
        </div>
      </header>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && (
        <>
          <div className="catalogue-search">
            <input
              className="input"
              type="search"
              value={search}
              placeholder={t('catalogue.search')}
              aria-label={t('catalogue.search')}
              onChange={(event) => setSearch(event.target.value)}
            />
            <span role="status">{t('catalogue.found', { count })}</span>
          </div>
          {groups.length === 0 && <Empty icon="search" title={t('catalogue.none')} />}
          {groups.map(({ name, title, list }) => (
            <section key={name} aria-labelledby={`dimension-${name}`}>
              <h2 id={`dimension-${name}`}>
                {title[language]} <small>{list.length}</small>
              </h2>
              <div className="catalogue-cards">
                {list.map((check) => (
                  <CheckCard key={check.id} check={check} />
                ))}
              </div>
            </section>
          ))}
        </>
      )}
    </section>
  )
}
