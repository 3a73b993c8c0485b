import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import page from 'virtual:icon/external-link'
import pencil from 'virtual:icon/pencil'
import { hasTrait } from '#kernel'
import { InlineEdit } from '../../field/inline-edit.ts'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { go } from '../../navigation/open.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { findRecycled, readRow } from '../../api/resource.ts'
import { useResource } from '../context.ts'
import { useRecordAddress } from '../record-address.ts'
import { offers } from '../list/row-actions.tsx'
import { Fields } from './fields.tsx'
import { History } from './history.tsx'

type Props = { id: number; bin: boolean; preset: RowData | undefined; onEdit: ((row: RowData) => void) | undefined; onClose(): void }

export default function DetailDrawer({ id, bin, preset, onEdit, onClose }: Props) {
  const t = useText('list')
  const context = useResource()
  const { resource, nameOf, half } = context
  const {
    data: row = preset,
    error,
    refetch,
  } = useQuery<RowData>({
    queryKey: ['row', resource.name, id, bin ? 'bin' : 'detail'],
    queryFn: ({ signal }) => (bin ? findRecycled(resource.name, id, signal) : readRow(resource.name, id, signal).then((read) => read.row)),
    staleTime: 0,
  })
  const address = useRecordAddress()(id)
  const Extra = half.slots?.rowDetail
  const Own = half.pages?.detail
  return (
    <Drawer
      open
      onClose={onClose}
      size={640}
      title={row ? nameOf(row) : t('detail.title')}
      extra={
        row && (
          <span className="detail-tools">
            {address && !bin && (
              <Button icon={page} onClick={() => void go(address)}>
                {t('detail.page')}
              </Button>
            )}
            {onEdit && offers(context, 'edit', row) && !row._held && (
              <Button icon={pencil} onClick={() => onEdit(row)}>
                {t('detail.edit')}
              </Button>
            )}
          </span>
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
          <Skeleton rows={8} shape="record" />
        ) : Own ? (
          <Own row={row} />
        ) : (
          <InlineEdit value={null}>
            <Fields row={row} bin={bin} />
            {Extra && <Extra row={row} />}
            {hasTrait(resource, 'audited') && <History id={id} />}
          </InlineEdit>
        )}
      </div>
    </Drawer>
  )
}
