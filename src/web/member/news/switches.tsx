import { useCallback, useState } from 'react'
import { fetchKinds, switchKind } from '../../api/notification.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'

/** Which kinds of news one wants to hear. */
export const Switches = () => {
  const t = useText('notification')
  const { data, error, reload } = useAnswer(useCallback(() => fetchKinds('user'), []))
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const change = async (kind: string, on: boolean): Promise<void> => {
    await switchKind('user', kind, on)
    setChanged((all) => ({ ...all, [kind]: on }))
  }
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  return (
    <div className="news-switches">
      <p>{t('switchesText')}</p>
      {data.map(({ kind, title, icon, on }) => (
        <label key={kind}>
          <Icon name={icon} />
          <span>{title}</span>
          <input
            type="checkbox"
            checked={changed[kind] ?? on}
            onChange={(event) => void change(kind, event.target.checked).catch(() => {})}
          />
        </label>
      ))}
    </div>
  )
}
