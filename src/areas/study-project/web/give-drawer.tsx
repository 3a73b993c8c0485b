import { useQuery } from '@tanstack/react-query'
import { Drawer, Radio } from 'antd'
import { useState } from 'react'
import download from 'virtual:icon/download'
import { ensureText, type RowData, useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { type Format, foretellGive, savePackage } from './exchange-api.ts'
import { NoteList } from './note-list.tsx'
import './exchange.css'

await ensureText('exchange')

const FORMATS: readonly Format[] = ['odm', 'json', 'xpt']

/** In which format a study leaves, with how much of it, and what stays. */
export const GiveDrawer = ({ rows, onClose }: { rows: readonly Pick<RowData, 'id'>[]; onClose(): void }) => {
  const t = useText('exchange')
  const { words } = useResource()
  const isEnglish = useLanguage() === 'en'
  const id = rows[0]?.id ?? 0
  const [format, setFormat] = useState<Format>('odm')
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['study', id, 'give', format],
    queryFn: () => foretellGive(id, format),
    retry: false,
    staleTime: 0,
  })
  const save = async () => {
    setBusy(true)
    await savePackage(id, format).catch((lost: unknown) => toast.error(lost instanceof Error ? lost.message : String(lost)))
    setBusy(false)
  }
  return (
    <Drawer open onClose={onClose} size={560} title={words.action('give')}>
      <Radio.Group
        className="exchange-formats"
        aria-label={t('format')}
        value={format}
        onChange={(event) => setFormat(FORMATS.find((one) => one === event.target.value) ?? 'odm')}
        options={FORMATS.map((value) => ({ value, label: t(value) }))}
      />
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <>
          <table className="exchange-table">
            <thead>
              <tr>
                <th scope="col">{t('form')}</th>
                <th scope="col">{t('variables')}</th>
                <th scope="col">{t('records')}</th>
              </tr>
            </thead>
            <tbody>
              {data.forms.map((form) => (
                <tr key={form.code}>
                  <td>{isEnglish ? form.nameEn : form.name}</td>
                  <td>{form.variables}</td>
                  <td>{form.records}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {data.masked.length > 0 && (
            <p className="exchange-said">{t('masked', { names: data.masked.map(({ form, code }) => `${form}.${code}`).join(', ') })}</p>
          )}
          <NoteList title={t('misfits', { count: data.misfits.length })} notes={data.misfits} />
          <Button look="primary" icon={download} busy={busy} disabled={data.misfits.length > 0} onClick={() => void save()}>
            {t('download')}
          </Button>
        </>
      )}
    </Drawer>
  )
}
