import { useEffect } from 'react'
import { useText } from '../i18n/index.ts'
import { Icon } from './icon.tsx'
import { type Toast as Item, type ToastKind, useToasts } from '../state/toast.ts'
import './toast.css'

const icons: Record<ToastKind, string> = { error: 'circle-x', warning: 'triangle-alert', success: 'circle-check', info: 'info' }

const Toast = ({ item }: { item: Item }) => {
  const t = useText()
  const remove = useToasts((s) => s.remove)
  useEffect(() => {
    const timer = setTimeout(() => remove(item.id), item.duration)
    return () => clearTimeout(timer)
  }, [item.id, item.duration, remove])
  return (
    <div className="toast" data-kind={item.kind} role={item.kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[item.kind]} />
      <p>
        {item.text}
        {item.requestId && <small>{t('requestId', { id: item.requestId })}</small>}
      </p>
      {item.action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            remove(item.id)
            item.action?.run()
          }}
        >
          {item.action.label}
        </button>
      )}
      <button type="button" aria-label={t('dismiss')} onClick={() => remove(item.id)}>
        <Icon name="x" size={14} />
      </button>
    </div>
  )
}

export const Toasts = () => {
  const items = useToasts((s) => s.items)
  return (
    <div className="toasts" aria-live="polite">
      {items.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </div>
  )
}
