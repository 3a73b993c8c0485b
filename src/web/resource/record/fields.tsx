import { lazy, type ReactNode, Suspense } from 'react'
import { columnsOf, type Field, isWords } from '#kernel'
import { cellOf } from '../../field/cells.tsx'
import { exactTime, momentOf } from '../../ui/format.ts'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import { listAddress, useMenu } from '../../state/menu.ts'
import { useResource } from '../context.ts'
import { layoutOf } from '../form/form-layout.ts'
import { LabelLink } from '../list/label-link.tsx'
import './detail.css'

const SafeHtml = lazy(() => import('../../field/editor/safe-html.tsx'))

/** What a record points to has a page of its own, if the menu leads to it. */
const Pointed = ({ to, id, children }: { to: string; id: number; children: ReactNode }) => {
  const list = useMenu((s) => listAddress(s.nodes, to))
  return (
    <LabelLink to={list && `${list}/${id}`} active>
      {children}
    </LabelLink>
  )
}

/** In full: rich text as text, times exactly, long text with its line breaks. */
const Full = ({ name, field, row }: { name: string; field: Field; row: RowData }) => {
  const { words, half } = useResource()
  const value = row[name]
  const moment = field.kind === 'dateTime' && !field.entered ? momentOf(value) : null
  if (moment) return <time dateTime={moment.toISOString()}>{exactTime(moment)}</time>
  if (field.kind === 'richText' && typeof value === 'string' && value !== '')
    return (
      <Suspense>
        <SafeHtml html={value} />
      </Suspense>
    )
  if ((field.kind === 'textarea' || field.kind === 'code') && typeof value === 'string' && value !== '')
    return <div className={`detail-long detail-${field.kind}`}>{value}</div>
  const own = half.fields?.[name]?.Cell
  if (field.kind === 'json' && typeof value === 'object' && value !== null && !own && !isWords(value))
    return <pre className="detail-long detail-code">{JSON.stringify(value, null, 2)}</pre>
  const View = own ?? cellOf(field).Cell
  const shown = <View name={name} field={field} value={value} row={row} words={words} active />
  return field.kind === 'ref' && typeof value === 'number' ? (
    <Pointed to={field.to} id={value}>
      {shown}
    </Pointed>
  ) : (
    shown
  )
}

/** Every field by the sections of the form, then what the server keeps. */
export const Fields = ({ row, bin = false }: { row: RowData; bin?: boolean }) => {
  const { resource, words, half } = useResource()
  const columns = columnsOf(resource)
  const isShown = (name: string) => columns[name]?.kind !== 'password' && !half.fields?.[name]?.elsewhere
  const sections = layoutOf(resource).map((s) => ({ key: s.key, names: s.rows.flat().filter(isShown) }))
  const listed = new Set(sections.flatMap((s) => s.names))
  const rest = Object.keys(columns).filter((n) => !listed.has(n) && isShown(n) && (bin || n !== 'deletedAt') && n !== 'weigh')
  return (
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
    </InlineEdit>
  )
}
