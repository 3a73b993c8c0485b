import { later, view } from '#web'
import { studyLock } from '../index.ts'

const Scope = later(
  () => import('./scope.tsx'),
  (m) => m.Scope,
)

const SIGNED: ReadonlySet<string> = new Set(['form', 'visit', 'subject'])

/** `_sheet`: one waits to be signed, or is. */
type Shown = { scope: string; state: string; _sheet?: boolean }
export default view(studyLock, {
  fields: { scope: { Input: Scope } },
  rowActions: { sheet: { visible: ({ scope, state, _sheet }: Shown) => SIGNED.has(scope) && state !== 'lifted' && !_sheet } },
})
