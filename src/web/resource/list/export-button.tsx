import { useEffect, useRef, useState } from 'react'
import down from 'virtual:icon/chevron-down'
import download from 'virtual:icon/download'
import close from 'virtual:icon/x'
import { isCancelled, request, requestBlob } from '../../api/request.ts'
import { formatSize } from '../../ui/format.ts'
import { useText } from '../../i18n/index.ts'
import { handOver } from '../../ui/hand-over.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { type ListState, listParams } from '../address.ts'
import { go } from '../../navigation/open.ts'
import { listAddress, useMenu } from '../../state/menu.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useResource } from '../context.ts'
import { exportWays } from './export-way.ts'

/** The same rows, order and columns as on screen, every page of them. Pressing again while it runs cancels it. */
export const ExportButton = ({ state, columns, isLong }: { state: ListState; columns: readonly string[]; isLong: boolean }) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  const [received, setReceived] = useState<number | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const asked = () => {
    const { page: _page, limit: _limit, ...params } = listParams(state, resource)
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return { url: `/admin/${resource.name}/exportExcel`, params: { ...params, columns: columns.join(','), zone } }
  }
  const leaveToTask = async () => {
    try {
      const { task } = (await request<{ task: number }>({ ...asked(), method: 'POST' })).data
      toast.success(t('export.asked'), { action: { label: t('export.follow'), run: () => void go(`${tasks}/${task}`) } })
    } catch (error) {
      console.info('[export] refused', error)
    }
  }
  const start = async () => {
    const controller = (running.current = new AbortController())
    setReceived(0)
    try {
      const file = await requestBlob({
        ...asked(),
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
  const run = { now: () => void start(), task: () => void leaveToTask() }
  const ways = exportWays(isLong, tasks)
  if (received === null && ways.length > 1)
    return (
      <Menu
        label={t('export.start')}
        entries={ways.map((way) => ({ key: way, label: t(`export.way.${way}`), run: run[way] }))}
        renderTrigger={(props) => (
          <Button icon={download} {...props}>
            {t('export.start')}
            <Glyph body={down} />
          </Button>
        )}
      />
    )
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
