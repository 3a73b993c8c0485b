import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import download from 'virtual:icon/download'
import { request } from '../api/request.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { handOver } from '../ui/hand-over.ts'
import { Failure, Skeleton } from '../ui/states.tsx'

await ensureText('control', 'list')

type Given = { of: 'control.parameter' | 'control.set'; ids: readonly number[]; onClose(): void }
/** The file that the `qc` command reads, of these parameters or of a whole set, to be looked at and saved. */
export const ParameterFile = ({ of, ids, onClose }: Given) => {
  const t = useText('control')
  const { data, error, refetch } = useQuery({
    queryKey: ['parameter-file', of, ids],
    queryFn: ({ signal }) =>
      request<object>({ url: `/admin/${of}/give`, method: 'POST', data: { ids }, signal, showError: false, showSuccess: false }).then(
        (a) => a.data,
      ),
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
          <Button
            look="primary"
            icon={download}
            onClick={() => handOver({ blob: new Blob([text], { type: 'application/json' }), headers: new Headers() }, 'parameters.json')}
          >
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
