import { useEffect, useRef, useState } from 'react'
import download from 'virtual:icon/download'
import close from 'virtual:icon/x'
import { isCancelled, requestBlob } from '../../api/request.ts'
import { formatSize } from '../../ui/format.ts'
import { useText } from '../../i18n/index.ts'
import { handOver } from '../../ui/hand-over.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { type ListState, listParams } from '../address.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'

/** The same rows, order and columns as on screen, every page of them. Pressing again while it runs cancels it. */
export const ExportButton = ({ state, columns }: { state: ListState; columns: readonly string[] }) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const [received, setReceived] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = (running.current = new AbortController())
    setReceived(0)
    const { page: _page, limit: _limit, ...params } = listParams(state, resource)
    try {
      const file = await requestBlob({
        url: `/admin/${resource.name}/exportExcel`,
        params: { ...params, columns: columns.join(','), zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        signal: controller.signal,
        timeout: 0,
        onProgress: setReceived,
      })
      handOver(file, `${words.title}.xlsx`)
    } catch (error) {
      if (!isCancelled(error)) console.info('[export] refused', error)
    } finally {
      running.current = null
      setReceived(null)
    }
  }
  if (received === null)
    return (
      <Button icon={download} onClick={() => void start()}>
        {t('export.start')}
      </Button>
    )
  return (
    <span className="export-run" role="status">
      <i className="btn-spin" aria-hidden />
      {received > 0 ? t('export.received', { size: formatSize(received, words.lang) }) : t('export.preparing')}
      <button type="button" aria-label={t('export.cancel')} title={t('export.cancel')} onClick={() => running.current?.abort()}>
        <Glyph body={close} size={14} />
      </button>
    </span>
  )
}
