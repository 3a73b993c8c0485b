import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { RowData } from '../../field/view.ts'
import { dropDraft } from '../../draft/drafts.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { fetchRow } from '../../api/resource.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useResource } from '../context.ts'
import { Failure } from '../../ui/states.tsx'
import { FormComing } from './form-coming.tsx'
import { layoutOf, drawerWidth } from './form-layout.ts'
import { RecordForm } from './record-form.tsx'
import { writableOf } from '#kernel'

await ensureText('form')

type Props = {
  /** Records to edit one after the other; none means a new one. */
  ids: readonly number[]
  parent: number | null
  /** What a new one starts with. */
  preset?: Record<string, unknown>
  /** Which of several lists of a page it belongs to. */
  place?: string
  onSaved(): void
  onClose(): void
}

const NOTHING = {}

export default function FormDrawer({ ids, parent, preset = NOTHING, place = '', onSaved, onClose }: Props) {
  const t = useText('form')
  const { resource, words, nameOf } = useResource()
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(true)
  const [dirty, setDirty] = useState(false)
  const { ask, dialog } = useConfirm()
  const id = ids[at]
  const {
    data: row,
    error,
    refetch,
  } = useQuery<RowData>({
    queryKey: ['row', resource.name, id],
    queryFn: ({ signal }) => fetchRow(resource.name, id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const { pathname } = useLocation()
  // A record is one wherever its form is opened; of new ones there may be one on every page.
  const key = id === undefined ? `${resource.name} new ${pathname} ${place} ${parent ?? ''}` : `${resource.name} ${id}`
  const opened = id === undefined ? { kind: 'add' as const, parent } : { kind: 'edit' as const, ids: ids.slice(at) }
  const askToLeave = async (): Promise<boolean> =>
    !dirty || ask({ title: t('leave.ask'), detail: t('leave.detail'), yes: t('leave.yes'), no: t('leave.no'), danger: true })
  const mayLeave = async (): Promise<boolean> => {
    const leaves = await askToLeave()
    if (leaves) dropDraft('admin', key)
    return leaves
  }
  const leave = async () => {
    if (await mayLeave()) setOpen(false)
  }
  const next = () => {
    setDirty(false)
    if (at + 1 < ids.length) setAt(at + 1)
    else setOpen(false)
  }
  const title =
    id === undefined
      ? words.one
        ? t('addOne', { one: words.one })
        : t('add', { title: words.title })
      : row
        ? t('editOne', { name: nameOf(row) })
        : t('edit', { title: words.title })
  return (
    <>
      <Drawer
        open={open}
        onClose={(event) => {
          // Otherwise the same Escape would also answer the question that it makes appear.
          event.preventDefault()
          void leave()
        }}
        afterOpenChange={(now) => !now && onClose()}
        size={drawerWidth(layoutOf(resource), writableOf(resource))}
        title={title}
        extra={ids.length > 1 && <span className="form-position">{t('position', { at: at + 1, count: ids.length })}</span>}
        styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' }, header: { padding: '12px 16px' } }}
        destroyOnHidden
      >
        {id !== undefined && !row ? (
          error ? (
            <Failure error={error} retry={() => void refetch()} />
          ) : (
            <FormComing more={at + 1 < ids.length} />
          )
        ) : (
          <RecordForm
            key={id ?? 'new'}
            row={row ?? null}
            preset={parent === null ? preset : { ...preset, parentId: parent }}
            more={at + 1 < ids.length}
            draft={{ key, side: { resource: resource.name, place, opened } }}
            onDirty={setDirty}
            mayLeave={mayLeave}
            onSaved={onSaved}
            onDone={next}
            onSkip={() => void mayLeave().then((yes) => yes && next())}
            onCancel={() => void leave()}
          />
        )}
      </Drawer>
      {dialog}
    </>
  )
}
