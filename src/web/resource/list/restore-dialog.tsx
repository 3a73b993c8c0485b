import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/request.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'

await ensureText('list')

export type RestoreWish = {
  withChildren: boolean
  withParents: boolean
  toTop: boolean
  values: Record<string, Record<string, string>>
}
type Conflict = { record: number; name: string; field: string; value: string; label: string; id: number }
type Obstacle = { message: string; conflict?: Conflict; parent?: { id: number; label: string } }
type Way = 'rename' | 'withParents' | 'toTop'

const obstacleOf = (error: unknown): Obstacle => {
  const data = (error instanceof ApiError ? error.data : null) as Partial<Obstacle> | null
  return {
    message: error instanceof Error ? error.message : String(error),
    ...(data?.conflict ? { conflict: data.conflict } : {}),
    ...(data?.parent ? { parent: data.parent } : {}),
  }
}

type Props = {
  names: string
  count: number
  /** Whether something below may come back too. */
  isTree: boolean
  fieldTitle(name: string): string
  send(wish: RestoreWish): Promise<unknown>
  onDone(): void
  onClose(): void
}

/** Brings records back. What stands in the way is said, and the ways around it are offered as a choice. */
export const RestoreDialog = ({ names, count, isTree, fieldTitle, send, onDone, onClose }: Props) => {
  const t = useText('list')
  const ref = useRef<HTMLDialogElement>(null)
  const [wish, setWish] = useState<RestoreWish>({ withChildren: isTree, withParents: false, toTop: false, values: {} })
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [way, setWay] = useState<Way>('withParents')
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const started = useRef(false)
  const isShown = isTree || obstacle !== null
  useEffect(() => {
    if (!isShown) return
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [isShown])
  const { conflict, parent } = obstacle ?? {}
  const settled = (): RestoreWish => {
    if (conflict) {
      const own = { ...wish.values[String(conflict.record)], [conflict.field]: value.trim() }
      return { ...wish, values: { ...wish.values, [String(conflict.record)]: own } }
    }
    return parent ? { ...wish, withParents: way === 'withParents', toTop: way === 'toTop' } : wish
  }
  const submit = async () => {
    const next = settled()
    setBusy(true)
    try {
      await send(next)
      onDone()
      onClose()
    } catch (error) {
      const met = obstacleOf(error)
      setWish(next)
      setObstacle(met)
      if (met.conflict) {
        setWay('rename')
        setValue(`${met.conflict.value}-1`)
      } else setWay('withParents')
      setBusy(false)
    }
  }
  // With nothing below there is nothing to ask: it comes back at once, and only an obstacle opens the dialog.
  useEffect(() => {
    if (isTree || started.current) return
    started.current = true
    void submit()
  })
  if (!isShown) return null
  const radio = (choice: Way, label: string) => (
    <label className="choice">
      <input type="radio" name="restore-way" checked={way === choice} onChange={() => setWay(choice)} />
      {label}
    </label>
  )
  return (
    <dialog
      ref={ref}
      className="confirm restore"
      aria-labelledby="restore-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h2 id="restore-title">{t('restore.ask', { count })}</h2>
        <p>{names}</p>
        {isTree && !obstacle && (
          <label className="choice">
            <input type="checkbox" checked={wish.withChildren} onChange={(e) => setWish({ ...wish, withChildren: e.target.checked })} />
            {t('restore.withChildren')}
          </label>
        )}
        {obstacle && (
          <p className="restore-obstacle" role="alert">
            {obstacle.message}
          </p>
        )}
        {conflict && (
          <label className="restore-value">
            <span>{t('restore.newValue', { name: conflict.name, field: fieldTitle(conflict.field) })}</span>
            <input className="input" autoFocus value={value} onChange={(e) => setValue(e.target.value)} />
          </label>
        )}
        {parent && (
          <div className="choices restore-ways" role="radiogroup" aria-labelledby="restore-title">
            {radio('withParents', t('restore.withParents', { parent: parent.label }))}
            {radio('toTop', t('restore.toTop'))}
          </div>
        )}
        <footer>
          <Button onClick={onClose}>{t(obstacle ? 'restore.leave' : 'action.cancel')}</Button>
          <Button look="primary" type="submit" busy={busy} autoFocus={!conflict} disabled={conflict !== undefined && value.trim() === ''}>
            {t(conflict || parent ? 'restore.goOn' : obstacle ? 'retry' : 'bin.restore')}
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
