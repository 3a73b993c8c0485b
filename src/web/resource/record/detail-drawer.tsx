import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { lazy, Suspense } from 'react'
import pencil from 'virtual:icon/pencil'
import { actionsOf, columnsOf, type Field, hasTrait } from '#kernel'
import { cells } from '../../field/cells.tsx'
import { exactTime, momentOf } from '../../ui/format.ts'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { fetchRow, findRow } from '../../api/resource.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import './detail.css'
import { layoutOf } from '../form/form-layout.ts'
import { History } from './history.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'

const SafeHtml = lazy(() => import('../../field/editor/safe-html.tsx'))

/** In full: rich text as text, times exactly, long text with its line breaks. */
const Full = ({ name, field, row }: { name: string; field: Field; row: RowData }) => {
  const { words, half } = useResource()
  const value = row[name]
  const moment = field.kind === 'dateTime' ? momentOf(value) : null
  if (moment) return <time dateTime={moment.toISOString()}>{exactTime(moment)}</time>
  if (field.kind === 'richText' && typeof value === 'string' && value !== '')
    return (
      <Suspense>
        <SafeHtml html={value} />
      </Suspense>
    )
  if ((field.kind === 'textarea' || field.kind === 'code') && typeof value === 'string' && value !== '')
    return <div className={`detail-long detail-${field.kind}`}>{value}</div>
  if (field.kind === 'json' && value != null) return <pre className="detail-long detail-code">{JSON.stringify(value, null, 2)}</pre>
  const View = half.fields?.[name]?.Cell ?? cells[field.kind].Cell
  return <View name={name} field={field} value={value} row={row} words={words} active />
}

type Props = { id: number; bin: boolean; preset: RowData | undefined; onEdit: ((row: RowData) => void) | undefined; onClose(): void }

export default function DetailDrawer({ id, bin, preset, onEdit, onClose }: Props) {
  const t = useText('list')
  const { resource, words, nameOf, half } = useResource()
  const {
    data: row = preset,
    error,
    refetch,
  } = useQuery<RowData>({
    queryKey: ['row', resource.name, id, bin ? 'bin' : 'detail'],
    // What cannot be edited has no form to ask for: a row of the bin, an entry of a log. The list has all there is.
    queryFn: ({ signal }) =>
      bin || !actionsOf(resource).includes('edit')
        ? findRow(resource.name, bin ? 'recycle' : 'index', id, signal)
        : fetchRow(resource.name, id, signal),
    staleTime: 0,
  })
  const columns = columnsOf(resource)
  const sections = layoutOf(resource).map((s) => ({ key: s.key, names: s.rows.flat().filter((n) => columns[n]?.kind !== 'password') }))
  const listed = new Set(sections.flatMap((s) => s.names))
  const rest = Object.keys(columns).filter(
    (n) => !listed.has(n) && columns[n]?.kind !== 'password' && (bin || n !== 'deletedAt') && n !== 'weigh',
  )
  const Extra = half.slots?.rowDetail
  const Own = half.pages?.detail
  return (
    <Drawer
      open
      onClose={onClose}
      size={640}
      title={row ? nameOf(row) : t('detail.title')}
      extra={
        row &&
        onEdit && (
          <Button icon={pencil} onClick={() => onEdit(row)}>
            {t('detail.edit')}
          </Button>
        )
      }
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, overflow: 'hidden' } }}
    >
      {/* Long details hold nothing to focus: without a stop of its own the keyboard could not scroll them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="detail-scroll" role="region" aria-label={t('detail.title')} tabIndex={0}>
        {error && !row ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : !row ? (
          <Skeleton rows={6} />
        ) : Own ? (
          <Own row={row} />
        ) : (
          <InlineEdit value={null}>
            {[...sections, { key: null, names: rest }].map((section, i) => (
              <section key={i} className="detail">
                {section.key && <h3>{words.section(section.key)}</h3>}
                <dl>
                  {section.names.map((name) => (
                    <div key={name}>
                      <dt>{words.field(name)}</dt>
                      <dd>
                        <Full name={name} field={columns[name]!} row={row} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
            {Extra && <Extra row={row} />}
            {hasTrait(resource, 'audited') && <History id={id} />}
          </InlineEdit>
        )}
      </div>
    </Drawer>
  )
}
