import { lazy, type ReactNode, Suspense } from 'react'

/** A part that arrives with its props when it is first shown. */
export const later = <M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => (props: P) => ReactNode,
): ((props: P) => ReactNode) => {
  const Part = lazy(() => load().then((module) => ({ default: pick(module) })))
  return (props: P) => (
    <Suspense fallback={<i className="part-waiting" aria-hidden />}>
      <Part {...props} />
    </Suspense>
  )
}
