import { lazy, type ReactNode, Suspense } from 'react'

/** A part that arrives with its props when it is first shown. */
export const later = <M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => (props: P) => ReactNode,
): ((props: P) => ReactNode) => {
  const Part = lazy(() => load().then((module) => ({ default: pick(module) })))
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
