import { view } from '#web'
import { studyLock } from '../index.ts'

const SIGNED: ReadonlySet<string> = new Set(['form', 'visit', 'subject'])

export default view(studyLock, {
  rowActions: { sheet: { visible: ({ scope, state }) => SIGNED.has(scope) && state !== 'lifted' } },
})
