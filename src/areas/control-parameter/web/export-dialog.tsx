import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import download from 'virtual:icon/download'
import { ensureText, useText } from '#web'
import type { RowData } from '#web'
import { request } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'

await ensureText('control', 'list')

const fetchFile = (ids: readonly number[]) =>
  request<object>({ url: '/admin/control.parameter/give', method: 'POST', data: { ids }, showError: false, showSuccess: false }).then(
    (a) => a.data,
  )

const save = (text: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = 'parameters.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The file that the `qc` command reads, to be looked at and saved. */
export const ExportDialog = ({ rows, onClose }: { rows: readonly Pick<RowData, 'id'>[]; onClose(): void }) => {
  const t = useText('control')
  const ids = rows.map(({ id }) => id)
  const { data, error, refetch } = useQuery({
    queryKey: ['parameter-file', ids],
    queryFn: () => fetchFile(ids),
    retry: false,
    staleTime: 0,
  })
  const text = data && `${JSON.stringify(data, null, 2)}\n`
  return (
    <Drawer open onClose={onClose} size={560} title={t('exportTitle')}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!text && !error && <Skeleton rows={6} />}
      {text && (
        <>
          <p>{t('exportHint')}</p>
          <Button look="primary" icon={download} onClick={() => save(text)}>
            parameters.json
          </Button>
          <pre className="input input-code" style={{ overflow: 'auto', height: 'auto' }}>
            {text}
          </pre>
        </>
      )}
    </Drawer>
  )
}
