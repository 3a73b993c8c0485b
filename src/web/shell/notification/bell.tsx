import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Badge } from 'antd'
import { fetchUnread } from '../../api/notification.ts'
import { useText } from '../../i18n/index.ts'
import { onNews } from '../../live/live-tasks.ts'
import { later } from '../../ui/later.tsx'
import { Popup } from '../../ui/popup.tsx'
import { Tool } from '../header/tool.tsx'
import { ALL, UNREAD } from './unread.ts'

const Panel = later(
  () => import('./panel.tsx'),
  (m) => m.Panel,
)
/** The stream says when there is news; what it could not say while it was cut is asked for. */
const EVERY_MS = 60_000

export const Bell = () => {
  const t = useText('shell')
  const { data: unread = 0 } = useQuery({
    queryKey: UNREAD,
    queryFn: () => fetchUnread('admin'),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  })
  const client = useQueryClient()
  useEffect(() => onNews(() => void client.invalidateQueries({ queryKey: ALL })), [client])
  const label = unread > 0 ? t('notifications.unread', { count: unread > 99 ? '99+' : unread }) : t('notifications.title')
  return (
    <Popup
      label={t('notifications.title')}
      align="end"
      renderTrigger={(props) => (
        <Badge count={unread} size="small" offset={[-7, 7]}>
          <Tool icon="bell" label={label} {...props} />
        </Badge>
      )}
    >
      {(close) => <Panel onClose={close} />}
    </Popup>
  )
}
