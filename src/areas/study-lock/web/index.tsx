import { view } from '#web'
import { studyLock } from '../index.ts'

const SIGNED: ReadonlySet<string> = new Set(['form', 'visit', 'subject'])

/** `_sheet`: one waits to be signed, or is. */
type Shown = { scope: string; state: string; _sheet?: boolean }
export default view(studyLock, {
  rowActions: { sheet: { visible: ({ scope, state, _sheet }: Shown) => SIGNED.has(scope) && state !== 'lifted' && !_sheet } },
})
