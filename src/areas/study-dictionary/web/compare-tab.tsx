import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ensureText, useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { compareVersions } from './api.ts'
import { changeLine } from './change-words.ts'
import './dictionary.css'

await ensureText('dictionary')

type Props = { row: { id: number; study: number; base: number | null } }

/** This version beside another one of the same study. */
export default function CompareTab({ row }: Props) {
  const t = useText('dictionary')
  const [other, setOther] = useState(row.base)
  const search = JSON.stringify([{ field: 'study', operator: '=', val: String(row.study) }])
  const versions = useQuery({
    queryKey: ['dictionary', 'versions', row.study],
    queryFn: ({ signal }) => fetchList('study.dictionary', 'index', { limit: 100, search }, signal).then(({ list }) => list),
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['dictionary', 'compare', row.id, other],
    queryFn: ({ signal }) => compareVersions(row.id, other, signal),
    staleTime: 0,
  })
  return (
    <div className="record-card dictionary-compare">
      <label>
        <span>{t('compareWith')}</span>
        <select className="input" value={other ?? ''} onChange={(e) => setOther(Number(e.target.value) || null)}>
          <option value="">{t('nothing')}</option>
          {(versions.data ?? [])
            .filter(({ id }) => id !== row.id)
            .map((version) => (
              <option key={version.id} value={version.id}>
                {String(version['title'])}
              </option>
            ))}
        </select>
      </label>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={6} />
      ) : data.changes.length === 0 ? (
        <p>{t('same')}</p>
      ) : (
        <ul>
          {data.changes.map((change) => (
            <li key={`${change.form} ${change.slot ?? change.code}`} data-kind={change.kind}>
              {changeLine(
                t,
                change,
                data.effect.find((e) => e.form === change.form && e.slot === change.slot),
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
