import { later, view } from '#web'
import { routineAttachment } from '../index.ts'
import { PreviewCell, SizeCell } from './cells.tsx'

const UploadButton = later(
  () => import('./upload-button.tsx'),
  (m) => m.UploadButton,
)
const sweep = () => import('./sweep.tsx')
const sweepDialog = { Preview: later(sweep, (m) => m.sweepDialog.Preview), Answer: later(sweep, (m) => m.sweepDialog.Answer) }

export default view(routineAttachment, {
  slots: { toolbar: UploadButton },
  dialogs: { sweep: sweepDialog },
  fields: { url: { Cell: PreviewCell, width: 90 }, size: { Cell: SizeCell } },
})
