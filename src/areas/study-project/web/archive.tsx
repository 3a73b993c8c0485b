import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import download from 'virtual:icon/download'
import { printQuery } from '#kernel'
import { type RowData, useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { saveByTicket } from '#web/api/ticket.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { useMay } from '#web/state/ability.tsx'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { exactTime, formatNumber, formatSize, momentOf } from '#web/ui/format.ts'
import { Failure } from '#web/ui/states.tsx'

const NAME = 'study.archive'
const POLL_MS = 2000
type File = { name: string; size: number; sha256: string }
const isFile = (given: unknown): given is File => typeof given === 'object' && given !== null && 'name' in given && 'sha256' in given
const filesOf = ({ files }: RowData): File[] => (Array.isArray(files) ? files.filter(isFile) : [])
const atOf = (value: unknown): string => {
  const moment = momentOf(String(value ?? ''))
  return moment ? exactTime(moment) : '–'
}

const Files = ({ files }: { files: readonly File[] }) => {
  const t = useText('study')
  const lang = useLanguage()
  return (
    <details className="archive-files">
      <summary>{t('archive.files', { count: files.length })}</summary>
      <div className="study-table">
        <table>
          <thead>
            <tr>
              <th>{t('archive.name')}</th>
              <th>{t('archive.bytes')}</th>
              <th>SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, size, sha256 }) => (
              <tr key={name}>
                <th>{name}</th>
                <td>{formatSize(size, lang)}</td>
                <td>
                  <code>{sha256}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const Made = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const lang = useLanguage()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveByTicket(`/admin/${NAME}/package`, { id: row.id }).catch((lost: unknown) =>
      toast.error(lost instanceof Error ? lost.message : String(lost)),
    )
    setBusy(false)
  }
  return (
    <>
      <dl className="signature-facts">
        <dt>{t('archive.made')}</dt>
        <dd>
          {row._labels?.['by']} · <time dateTime={String(row['madeAt'])}>{atOf(row['madeAt'])}</time>
        </dd>
        <dt>{t('signature.hash')}</dt>
        <dd>
          <code>{String(row['hash'])}</code> · {t('archive.same')}
        </dd>
        <dt>{t('signature.records')}</dt>
        <dd>{formatNumber(Number(row['records']), lang)}</dd>
        <dt>{t('archive.size')}</dt>
        <dd>{formatSize(Number(row['size']), lang)}</dd>
        <dt>{t('archive.sha256')}</dt>
        <dd>
          <code>{String(row['sha256'])}</code>
        </dd>
      </dl>
      <Files files={filesOf(row)} />
      {may(NAME, 'download') && (
        <div className="archive-take no-print">
          <Button look="primary" icon={download} busy={busy} onClick={() => void save()}>
            {t('archive.download')}
          </Button>
          <p className="panel-note">{t('archive.clear')}</p>
        </div>
      )}
    </>
  )
}

/** The whole study in one file, from the day that it was archived on. */
export const ArchiveCard = ({ study }: { study: number }) => {
  const t = useText('study')
  const lang = useLanguage()
  const may = useMay()
  const { data, error, refetch } = useQuery({
    queryKey: ['list', NAME, 'of', study, lang],
    queryFn: ({ signal }) =>
      fetchList(NAME, 'index', printQuery({ limit: 20, search: [{ field: 'study', operator: '=', val: String(study) }] }), signal),
    enabled: may(NAME, 'index'),
    staleTime: 0,
    // One that failed goes on when its task does: whoever comes back to the page sees it.
    refetchInterval: ({ state }) => (state.data?.list.some((row) => row['state'] === 'making') ? POLL_MS : false),
    refetchOnWindowFocus: 'always',
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  const [last, ...before] = data?.list ?? []
  if (!last) return null
  const ended = [last, ...before].filter((row) => row['state'] === 'ended')
  const task = `/admin/task/${String(last['task'])}`
  return (
    <section className="panel-card signature-card" aria-label={t('archive.title')}>
      <h2>{t('archive.title')}</h2>
      {last['sha256'] ? (
        <Made row={last} />
      ) : (
        last['state'] !== 'ended' && (
          <p className="panel-note" role={last['state'] === 'failed' ? 'alert' : 'status'}>
            {t(last['state'] === 'failed' ? 'archive.failed' : 'archive.making')}{' '}
            <a href={task} onClick={(event) => followInside(event, task)}>
              {t(last['state'] === 'failed' ? 'archive.why' : 'archive.progress')}
            </a>
          </p>
        )
      )}
      {ended.map((one) => (
        <p key={one.id} className="panel-note">
          {t('archive.ended', { at: atOf(one['endedAt']), reason: String(one['endReason'] ?? '') })}
        </p>
      ))}
    </section>
  )
}
