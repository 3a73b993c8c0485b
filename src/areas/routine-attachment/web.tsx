import { AttachmentPreview, AttachmentSize, AttachmentUpload, view } from '#web'
import { routineAttachment } from './index.ts'

export default view(routineAttachment, {
  slots: { toolbar: AttachmentUpload },
  fields: { url: { Cell: AttachmentPreview, width: 90 }, size: { Cell: AttachmentSize } },
})
