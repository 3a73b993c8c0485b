import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { fetchKinds, type NotificationKind, switchKind } from '../../api/notification.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { KINDS } from './unread.ts'

export const Switches = () => {
  const t = useText('notification')
  const client = useQueryClient()
  const key = [...KINDS, useLanguage()]
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => fetchKinds('admin') })
  const change = async ({ kind }: NotificationKind, on: boolean): Promise<void> => {
    await switchKind('admin', kind, on)
    client.setQueryData<NotificationKind[]>(key, (old) => old?.map((one) => (one.kind === kind ? { ...one, on } : one)))
  }
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={4} />
  return (
    <div className="news-switches">
      <p>{t('switchesText')}</p>
      {data.map((one) => (
        <label key={one.kind}>
          <Icon name={one.icon} />
          <span>{one.title}</span>
          <Switch size="small" checked={one.on} aria-label={one.title} onChange={(on) => void change(one, on).catch(() => {})} />
        </label>
      ))}
    </div>
  )
}
