import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import checkIcon from 'virtual:icon/check-check'
import settingsIcon from 'virtual:icon/settings-2'
import backIcon from 'virtual:icon/arrow-left'
import { fetchNotifications, markRead, type Notification, type NotificationPage } from '../../api/notification.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { go } from '../../navigation/open.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { Line } from '../../notification/line.tsx'
import { Switches } from './switches.tsx'
import { NEWS, UNREAD } from './unread.ts'
import '../../notification/news.css'

const useNews = () => {
  const client = useQueryClient()
  const lang = useLanguage()
  const query = useInfiniteQuery({
    queryKey: [...NEWS, lang],
    queryFn: async ({ pageParam }): Promise<NotificationPage> => {
      const page = await fetchNotifications('admin', pageParam)
      client.setQueryData(UNREAD, page.unread)
      return page
    },
    initialPageParam: 0,
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.id : undefined),
    staleTime: 0,
  })
  const read = async (ids?: readonly number[]): Promise<void> => {
    client.setQueryData(UNREAD, await markRead('admin', ids))
    await client.invalidateQueries({ queryKey: NEWS })
  }
  return { ...query, list: query.data?.pages.flatMap((page) => page.list) ?? [], read }
}

const News = ({ onClose }: { onClose(): void }) => {
  const t = useText('notification')
  const { list, data, error, refetch, read, hasNextPage, fetchNextPage, isFetchingNextPage } = useNews()
  const open = (one: Notification): void => {
    if (!one.readAt) void read([one.id]).catch(() => {})
    if (!one.address) return
    onClose()
    void go(one.address)
  }
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={5} />
  if (list.length === 0) return <Empty icon="bell" title={t('none')} text={t('noneText')} />
  return (
    <>
      <ul className="news-list">
        {list.map((one) => (
          <Line key={one.id} news={one} onOpen={() => open(one)} />
        ))}
      </ul>
      <footer>
        {hasNextPage && (
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        )}
        {list.some((one) => !one.readAt) && (
          <Button look="quiet" icon={checkIcon} onClick={() => void read().catch(() => {})}>
            {t('all')}
          </Button>
        )}
      </footer>
    </>
  )
}

export const Panel = ({ onClose }: { onClose(): void }) => {
  const t = useText('notification')
  const shell = useText('shell')
  const [isSetting, setSetting] = useState(false)
  return (
    <section className="news">
      <header>
        <h2>{isSetting ? t('switches') : shell('notifications.title')}</h2>
        <Button
          look="quiet"
          icon={isSetting ? backIcon : settingsIcon}
          aria-label={t(isSetting ? 'back' : 'settings')}
          onClick={() => setSetting(!isSetting)}
        />
      </header>
      {isSetting ? <Switches /> : <News onClose={onClose} />}
    </section>
  )
}
