import { AttachmentPreview, AttachmentSize, AttachmentUpload, attachmentSweep, view } from '#web'
import { routineAttachment } from './index.ts'

export default view(routineAttachment, {
  slots: { toolbar: AttachmentUpload },
  dialogs: { sweep: attachmentSweep },
  fields: { url: { Cell: AttachmentPreview, width: 90 }, size: { Cell: AttachmentSize } },
})
