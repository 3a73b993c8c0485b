import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { printQuery } from '#kernel'
import { fetchList } from '../api/resource.ts'
import { useText } from '../i18n/index.ts'
import type { Lang } from '../languages.ts'
import { useMay } from '../state/ability.tsx'
import { nameIn } from './name-in.ts'
import { bodyOf, type Body } from './body.ts'
import type { CheckType } from './catalogue.ts'
import { judgesSame } from './named.ts'

const MOST = 500
type Props = { study: number; check: CheckType; body: Body; parameter: number | null; lang: Lang }

/** Another rule of the study that is in force and judges the same by the same check: it can be used, and two would find everything twice. */
export const Reuse = ({ study, check, body, parameter, lang }: Props) => {
  const t = useText('control')
  const may = useMay()
  const search = [
    { field: 'study', operator: 'IN', val: String(study) },
    { field: 'check', operator: '=', val: check.id },
    { field: 'state', operator: 'IN', val: 'active' },
  ] as const
  const { data } = useQuery({
    queryKey: ['list', 'control.parameter', 'same', study, check.id, lang],
    queryFn: ({ signal }) => fetchList('control.parameter', 'index', printQuery({ limit: MOST, search: [...search] }), signal),
    enabled: may('control.parameter', 'index'),
    retry: false,
  })
  const same = (data?.list ?? []).filter((row) => row.id !== parameter && judgesSame(check, bodyOf(row['body']), body))
  if (same.length === 0) return null
  return (
    <div role="status" className="body-reuse">
      {t('reuse')}
      <ul>
        {same.map((row) => (
          <li key={row.id}>
            <Link target="_blank" to={`/admin/control/parameter/${row.id}`}>
              {String(row['code'])} {nameIn(lang, row)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
