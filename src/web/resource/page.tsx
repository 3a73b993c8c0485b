import { lazy, type ReactNode, Suspense } from 'react'
import { hasTrait } from '#kernel'
import { ensureText } from '../i18n/index.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useResource } from './context.ts'
import { ListPage } from './list/list-page.tsx'
import { WithResource } from './with-resource.tsx'

// The words arrive with the code: a page that first shows keys and then words would jump.
await ensureText('list', 'field')

const SingletonPage = lazy(() => import('./record/singleton-page.tsx'))

/** A sheet of settings on its way. */
const OneComing = () => (
  <>
    <div className="list-header" />
    <div className="list-panel">
      <Skeleton rows={5} shape="form" />
    </div>
  </>
)

const Ready = () => {
  const { resource, half } = useResource()
  const isOne = hasTrait(resource, 'singleton')
  const Page = half.pages?.list ?? (isOne ? SingletonPage : ListPage)
  return (
    <Suspense fallback={isOne ? framed(<OneComing />) : <Skeleton />}>
      <Page />
    </Suspense>
  )
}

/** A list whose definition is on its way: title, tools and rows have their places already. */
const Coming = () => {
  const isNarrow = useNarrow()
  return (
    <section className="list-page" aria-busy>
      <div className="list-header" />
      <div className="list-panel">
        <div className="list-bar" />
        {isNarrow ? <Skeleton rows={4} shape="cards" /> : <Skeleton />}
        <div className="pager" />
      </div>
    </section>
  )
}
const framed = (state: ReactNode) => <section className="list-page">{state}</section>
const failed = (error: Error, retry: () => void) => framed(<Failure error={error} retry={retry} />)

/** The page of an area, by its name: definition, words and web half are fetched, the rest follows from them. */
export default function ResourcePage({ name }: { name: string }) {
  return (
    <WithResource name={name} fallback={<Coming />} renderFailure={failed}>
      <Ready />
    </WithResource>
  )
}
