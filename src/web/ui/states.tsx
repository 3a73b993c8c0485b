import { type ReactNode, useEffect, useState } from 'react'
import refreshIcon from 'virtual:icon/refresh-cw'
import { ApiError } from '../api/request.ts'
import { exactTime } from './format.ts'
import { useText } from '../i18n/index.ts'
import { Icon } from './icon.tsx'
import { Button } from './button.tsx'
import './states.css'

export const Empty = ({
  icon,
  title,
  text,
  children,
}: {
  icon: string
  title: string
  text?: string | undefined
  children?: ReactNode
}) => (
  <div className="state" role="status">
    <span className="state-icon">
      <Icon name={icon} size={24} />
    </span>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children && <div className="state-actions">{children}</div>}
  </div>
)

const isUnreachable = (error: Error): boolean => error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout')

/** A refresh that failed leaves the rows of before: they must not pass for the present ones. */
export const Outdated = ({ error, since, retry }: { error: Error; since: number; retry(): void }) => {
  const t = useText('list')
  return (
    <p className="outdated" role="alert">
      <Icon name="circle-alert" size={15} />
      <span>{t('failure.outdated', { error: error.message || t('http.other'), time: exactTime(new Date(since)) })}</span>
      <Button look="quiet" icon={refreshIcon} onClick={retry}>
        {t('retry')}
      </Button>
    </p>
  )
}

/** What happened, what to do, and the number to give to an administrator. */
export const Failure = ({ error, retry, children }: { error: Error; retry(): void; children?: ReactNode }) => {
  const t = useText('list')
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div className="state" role="alert">
      <span className="state-icon" data-tone="failed">
        <Icon name="circle-alert" size={24} />
      </span>
      <h2>{t('failure.title')}</h2>
      <p>{error.message || t('http.other')}</p>
      {isUnreachable(error) && <p>{t('failure.unreachable')}</p>}
      {requestId && (
        <button type="button" className="state-id" title={t('copy')} onClick={() => void navigator.clipboard?.writeText(requestId)}>
          {t('requestId', { id: requestId })}
          <Icon name="copy" size={13} />
        </button>
      )}
      <div className="state-actions">
        <Button look="primary" icon={refreshIcon} onClick={retry}>
          {t('retry')}
        </Button>
        {children}
      </div>
    </div>
  )
}

/** True once something has taken longer than 200 ms; what is quicker shows nothing in between. */
export const useSlow = (waiting: boolean, ms = 200): boolean => {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), ms)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting, ms])
  return waiting && slow
}

/** The shape of what is coming: a list with its head, the rows of one whose head is there, cards, the fields of a form, a record with its title. */
type Shape = 'list' | 'rows' | 'cards' | 'form' | 'record'
/** It takes its room at once and is seen when it takes longer: what comes stands where it stood. */
export const Skeleton = ({ rows = 10, shape = 'list', height }: { rows?: number; shape?: Shape; height?: number }) => {
  const t = useText('list')
  const slow = useSlow(true)
  return (
    <div className="skeleton" data-shape={shape} data-slow={slow || undefined} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <i key={i} style={{ '--n': Math.min(i, 14), ...(height ? { height } : {}) } as object} />
      ))}
    </div>
  )
}
