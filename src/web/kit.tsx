import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { RowData } from './field/view.ts'

/** All that an area may use of the web app. Nothing inside it imports this: it stands above everything. */
export { view } from './resource/half.ts'
export type { Words } from './resource/words.ts'
export { useResource } from './resource/context.ts'
export { Tag } from './field/cell/tag.tsx'

// The workbench of the generator comes when its own area opens, not with every area that has a web half.
const launcher = () => import('./designer/launcher.tsx')
const LazyTools = lazy(() => launcher().then((m) => ({ default: m.DesignerTools })))
const LazyDetail = lazy(() => launcher().then((m) => ({ default: m.DesignDetail })))
export const DesignerTools = () => (
  <Suspense fallback={null}>
    <LazyTools />
  </Suspense>
)
export const DesignDetail = ({ row }: { row: RowData }) => (
  <Suspense fallback={null}>
    <LazyDetail row={row} />
  </Suspense>
)

/** Pages that a definition cannot describe; each comes when it is opened. */
const later = (load: () => Promise<{ default: ComponentType }>): ComponentType => {
  const Page = lazy(load)
  return () => (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}
export const ProfilePage = later(() => import('./office/profile/profile-page.tsx'))
export const DocsPage = later(() => import('./office/docs/docs-page.tsx'))
export const SettingsPage = later(() => import('./office/settings/settings-page.tsx'))
export const AttachmentUpload = later(() => import('./office/attachment/upload-button.tsx').then((m) => ({ default: m.UploadButton })))
export { PreviewCell as AttachmentPreview, SizeCell as AttachmentSize } from './office/attachment/cells.tsx'
export { GroupInput as SettingGroupInput } from './office/settings/group-input.tsx'

/** A part that arrives with its props when it is first shown. */
const part = <M, P extends object>(load: () => Promise<M>, pick: (module: M) => (props: P) => ReactNode): ((props: P) => ReactNode) => {
  const Part = lazy(() => load().then((module) => ({ default: pick(module) })))
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
const change = () => import('./office/security/change.tsx')
export const BeforeCell = part(change, (m) => m.BeforeCell)
export const AfterCell = part(change, (m) => m.AfterCell)
export const ActorCell = part(change, (m) => m.ActorCell)
export const VerbCell = part(change, (m) => m.VerbCell)
export const RollbackPreview = part(change, (m) => m.RollbackPreview)
export const RecordHistory = part(
  () => import('./resource/record/history-of.tsx'),
  (m) => m.RecordHistory,
)
export const RecoverDialog = part(
  () => import('./office/security/recover-dialog.tsx'),
  (m) => m.default,
)
export const MovePreview = part(
  () => import('./office/people/move-preview.tsx'),
  (m) => m.MovePreview,
)
const balance = () => import('./office/people/balance.tsx')
export const moneyDialog = {
  Preview: part(balance, (m) => m.moneyDialog.Preview),
  Answer: part(balance, (m) => m.moneyDialog.Answer),
}
export const scoreDialog = {
  Preview: part(balance, (m) => m.scoreDialog.Preview),
  Answer: part(balance, (m) => m.scoreDialog.Answer),
}
const sweep = () => import('./office/attachment/sweep.tsx')
export const attachmentSweep = {
  Preview: part(sweep, (m) => m.sweepDialog.Preview),
  Answer: part(sweep, (m) => m.sweepDialog.Answer),
}
const receipt = () => import('./office/message/receipt.tsx')
export const MessageReceipt = part(receipt, (m) => m.Receipt)
export const Delivery = part(receipt, (m) => m.Delivery)
export const OutboxLink = part(receipt, (m) => m.OutboxLink)
export const TemplateInput = part(
  () => import('./office/message/template-input.tsx'),
  (m) => m.default,
)
export { useAdmin } from './state/admin.ts'
export { ChangesCell, LabelCell } from './office/log/cells.tsx'
export const EntryDetail = part(
  () => import('./office/log/entry-detail.tsx'),
  (m) => m.EntryDetail,
)
export const reloadMenus = (): void => void import('./shell/boot.ts').then((m) => m.reloadMenus())
