import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import left from 'virtual:icon/chevron-left'
import right from 'virtual:icon/chevron-right'
import { Link } from 'react-router'
import type { Row } from '#kernel'
import { ensureText, type RowData, useResource, useText } from '#web'
import { request } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import type { finding } from '../index.ts'
import { useVariableNames } from './variable-name.tsx'
import './finding.css'

await ensureText('control', 'list')

type Violation = { row: number | null; name: string; record: number | null; field: string; value: string | null; isHidden: boolean }
type Page = { total: number; page: number; denominator: number | null; rows: Violation[] }
type Finding = Row<typeof finding> & Pick<RowData, '_labels'>

const usePage = (id: number, version: number, page: number) =>
  useQuery({
    queryKey: ['row', 'finding', id, 'mass', version, page],
    queryFn: ({ signal }): Promise<Page> =>
      request<Page>({ url: '/admin/qc.run/mass', params: { id, page }, signal, showError: false, cancelDuplicate: false }).then(
        (a) => a.data,
      ),
    placeholderData: (old) => old,
    retry: false,
  })

/** What one finding stands for, page by page, as the run that found it wrote it down. */
export const MassTab = ({ row }: { row: Finding }) => {
  const t = useText('control')
  const pager = useText('list')
  const { words } = useResource()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = usePage(row.id, row.version, page)
  const names = useVariableNames(row)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  if (data.total === 0) return <Empty icon="search" title={t('finding.massNone')} />
  const { total, denominator } = data
  const pages = Math.max(1, Math.ceil(total / data.page))
  const number = (value: number, digits = 0) => formatNumber(value, words.lang, digits)
  const share = denominator ? { total: number(total), of: number(denominator), share: number((100 * total) / denominator, 1) } : null
  const called = (field: string) =>
    field
      .split(', ')
      .map((code) => names.get(code) ?? code)
      .join(', ')
  const isFile = row.form === null
  return (
    <div className="panel-card mass" aria-busy={isPlaceholderData}>
      <p>{share ? t('finding.massOf', share) : t('finding.massTotal', { total: number(total) })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window */}
      <div className="mass-table" role="region" aria-label={t('finding.massOpen')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {isFile && <th scope="col">{t('finding.massRow')}</th>}
              <th scope="col">{t('finding.massName')}</th>
              <th scope="col">{t('finding.massField')}</th>
              <th scope="col">{t('finding.massValue')}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((one, at) => (
              <tr key={at}>
                {isFile && <td>{one.row === null ? '–' : number(one.row)}</td>}
                <th scope="row">
                  {one.record === null ? (
                    one.name
                  ) : (
                    <Link to={`/admin/clinical/data?study=${row.study ?? ''}&form=${row.form ?? ''}&record=${one.record}`}>{one.name}</Link>
                  )}
                </th>
                <td>{called(one.field) || '–'}</td>
                <td>
                  {one.isHidden ? <small>{t('finding.massHidden')}</small> : one.value === null || one.value === '' ? '∅' : one.value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <p className="mass-pages">
          <Button icon={left} disabled={page <= 1} aria-label={pager('pager.previous')} onClick={() => setPage(page - 1)} />
          <span role="status">{t('finding.massPage', { page: number(page), pages: number(pages) })}</span>
          <Button icon={right} disabled={page >= pages} aria-label={pager('pager.next')} onClick={() => setPage(page + 1)} />
        </p>
      )}
    </div>
  )
}
