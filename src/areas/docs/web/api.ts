import { request } from '#web/api/request.ts'
import type { Document } from './document.ts'

export const fetchDocument = (): Promise<Document> =>
  request<Document>({ url: '/admin/docs/index', showError: false, cancelDuplicate: false }).then((a) => a.data)
