import type { ImportPreview } from '#kernel'
import { request, requestBlob } from './request.ts'

export type ImportSheet = { columns: readonly string[]; rows: readonly (readonly string[])[]; numbers: readonly number[]; file: string }
const url = (name: string): string => `/admin/${name}/import`
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const fetchTemplate = (name: string) => requestBlob({ url: url(name), cancelDuplicate: false })
export const previewImport = (name: string, sheet: ImportSheet) =>
  request<ImportPreview>({ url: url(name), method: 'POST', data: { ...sheet, zone: zone(), preview: true }, showError: false }).then(
    (a) => a.data,
  )
/** The key: a second press, or a retry after a broken line, must not import twice. */
export const importRows = (name: string, sheet: ImportSheet, key: string) =>
  request<{ count: number }>({
    url: url(name),
    method: 'POST',
    data: { ...sheet, zone: zone() },
    headers: { 'idempotency-key': key },
    showError: false,
  }).then((a) => a.data.count)
