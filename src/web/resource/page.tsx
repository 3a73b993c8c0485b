import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { actionsOf, hasTrait, ruleOf } from '#kernel'
import type { RowData } from '../field/view.ts'
import { ensureText, useLanguage, useText } from '../i18n/index.ts'
import { useMay } from '../state/ability.tsx'
import { type ResourceContext, ResourceInUse } from './context.ts'
import { ListPage } from './list/list-page.tsx'
import { type Loaded, loadResource } from './load.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { nameOf, wordsOf } from '../field/words.ts'

// The words arrive with the code: a page that first shows keys and then words would jump.
await ensureText('list', 'field')

const SingletonPage = lazy(() => import('./record/singleton-page.tsx'))

const Ready = ({ loaded: { resource, locale, half } }: { loaded: Loaded }) => {
  const lang = useLanguage()
  const t = useText('field')
  const mayHere = useMay()
  const may = useCallback(
    (action: string) => actionsOf(resource).includes(action) && mayHere(ruleOf(resource.name, action)),
    [resource, mayHere],
  )
  const context: ResourceContext = useMemo(
    () => ({ resource, words: wordsOf(locale, lang, t), half, may, nameOf: (row: RowData) => nameOf(resource, row, lang) }),
    [resource, locale, half, lang, t, may],
  )
  const Page = half.pages?.list ?? (hasTrait(resource, 'singleton') ? SingletonPage : ListPage)
  return (
    <ResourceInUse value={context}>
      <Suspense fallback={<Skeleton />}>
        <Page />
      </Suspense>
    </ResourceInUse>
  )
}

/** The page of an area, by its name: definition, words and web half are fetched, the rest follows from them. */
export default function ResourcePage({ name }: { name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', name],
    queryFn: () => loadResource(name),
    staleTime: Infinity,
    retry: false,
  })
  if (data) return <Ready loaded={data} />
  return <section className="list-page">{error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton />}</section>
}
