import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import backIcon from 'virtual:icon/arrow-left'
import checkIcon from 'virtual:icon/check-check'
import settingsIcon from 'virtual:icon/settings-2'
import { fetchNotifications, markRead, type Notification, type NotificationPage } from '../../api/notification.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { Line } from '../../notification/line.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { Switches } from './switches.tsx'
import '../../notification/news.css'

await ensureText('notification', 'field')

/** The newest in the reader's language, and those before them as far as somebody asks. */
const useNews = (onRead: () => void) => {
  const lang = useLanguage()
  // The server writes the words: another language is another answer.
  // oxlint-disable-next-line react/exhaustive-deps
  const ask = useCallback(() => fetchNotifications('user', 0), [lang])
  const { data, error, reload } = useAnswer(ask)
  const [older, setOlder] = useState<NotificationPage[]>([])
  const pages = data ? [data, ...older] : []
  const list = pages.flatMap((page) => page.list)
  const more = async () => {
    const page = await fetchNotifications('user', list.at(-1)?.id ?? 0)
    setOlder([...older, page])
  }
  const read = async (ids?: readonly number[]) => {
    await markRead('user', ids)
    setOlder([])
    reload()
    onRead()
  }
  return { list, isReady: data !== undefined, hasMore: pages.at(-1)?.hasMore === true, error, reload, more, read }
}

const Told = ({ onClose, onRead }: { onClose(): void; onRead(): void }) => {
  const t = useText('notification')
  const member = useText('member')
  const navigate = useNavigate()
  const { list, isReady, hasMore, error, reload, more, read } = useNews(onRead)
  const open = (one: Notification): void => {
    if (!one.readAt) void read([one.id]).catch(() => {})
    if (!one.address) return
    onClose()
    void navigate(one.address)
  }
  if (!isReady) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  if (list.length === 0) return <Empty icon="bell" title={t('none')} text={member('news.none')} />
  return (
    <>
      <ul className="news-list">
        {list.map((one) => (
          <Line key={one.id} news={one} onOpen={() => open(one)} />
        ))}
      </ul>
      <footer>
        {hasMore && (
          <Button look="quiet" onClick={() => void more().catch(() => {})}>
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

export const News = ({ onClose, onRead }: { onClose(): void; onRead(): void }) => {
  const t = useText('notification')
  const member = useText('member')
  const [isSetting, setSetting] = useState(false)
  return (
    <section className="news">
      <header>
        <h2>{isSetting ? t('switches') : member('news.title')}</h2>
        <Button look="quiet" icon={isSetting ? backIcon : settingsIcon} onClick={() => setSetting(!isSetting)}>
          {t(isSetting ? 'back' : 'settings')}
        </Button>
      </header>
      {isSetting ? <Switches /> : <Told onClose={onClose} onRead={onRead} />}
    </section>
  )
}
