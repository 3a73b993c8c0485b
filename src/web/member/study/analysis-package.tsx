import { useState } from 'react'
import download from 'virtual:icon/download'
import { fetchPackage, type OwnRequest } from './analysis-calls.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Downloads } from '../../study/analysis/downloads.tsx'
import { LeftOut } from '../../study/analysis/left-out.tsx'
import { Button } from '../../ui/button.tsx'
import { exactTime, formatNumber, formatSize } from '../../ui/format.ts'
import { handOver } from '../../ui/hand-over.ts'

/** The package, as long as it can be taken, and who has taken it. */
export const AnalysisPackage = ({ data, reload }: { data: OwnRequest; reload(): void }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      handOver(await fetchPackage(data.id), `${data.code}.zip`)
    } finally {
      setBusy(false)
      reload()
    }
  }
  const canTake = data.state === 'released' && !data.isOver
  return (
    <section className="panel-card">
      <h2>{t('package')}</h2>
      {data.atWork && <p role="status">{t('making')}</p>}
      {data.error && !data.atWork && (
        <p className="form-trouble" role="alert">
          {data.error}
        </p>
      )}
      {!data.releasedAt && !data.atWork && <p className="panel-note">{t('own.waitsForPackage')}</p>}
      {data.releasedAt && (
        <dl className="analysis-facts">
          <dt>{t('own.releasedAt')}</dt>
          <dd>{exactTime(new Date(data.releasedAt))}</dd>
          <dt>{t('subjects')}</dt>
          <dd>{formatNumber(data.subjects ?? 0, lang)}</dd>
          <dt>{t('own.rows')}</dt>
          <dd>{formatNumber(data.rows ?? 0, lang)}</dd>
          <dt>{t('own.size')}</dt>
          <dd>{formatSize(data.size ?? 0, lang)}</dd>
          <dt>SHA-256</dt>
          <dd>
            <code>{data.sha256}</code>
          </dd>
          <dt>{t('own.validUntil')}</dt>
          <dd>{data.validUntil}</dd>
        </dl>
      )}
      <LeftOut leftOut={data.leftOut} />
      {canTake && (
        <p className="analysis-tools">
          <Button look="primary" icon={download} busy={busy} onClick={() => void take()}>
            {t('download')}
          </Button>
        </p>
      )}
      {canTake && <p className="panel-note">{t('cannotCallBack')}</p>}
      {data.releasedAt && (
        <>
          <h3>{t('downloads')}</h3>
          <Downloads downloads={data.downloads} />
        </>
      )}
    </section>
  )
}
