import { later } from './ui/later.tsx'

/** The words that several areas use. Anything else an area takes from its room: `#web/ui/modal.tsx`. Nothing inside the web app imports this. */
export { ActorCell } from './field/cell/actor.tsx'
export type { CellViewProps, InputViewProps, RowData } from './field/view.ts'
export { ensureText, useText } from './i18n/index.ts'
export { useResource } from './resource/context.ts'
export { view } from './resource/half.ts'
export { later }

const receipt = () => import('./message/receipt.tsx')
export const MessageReceipt = later(receipt, (m) => m.Receipt)
export const OutboxLink = later(receipt, (m) => m.OutboxLink)
export const RecordHistory = later(
  () => import('./resource/record/history-of.tsx'),
  (m) => m.RecordHistory,
)
