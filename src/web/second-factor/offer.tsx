import { useMemo } from 'react'
import { useText } from '../i18n/index.ts'
import type { Offer as Offered } from './api.ts'
import { qrCode } from './qr-code.ts'

/** The light border that a reader needs around the code. */
const QUIET = 4

const Picture = ({ text, label }: { text: string; label: string }) => {
  const fields = useMemo(() => qrCode(text), [text])
  if (!fields) return null
  const size = fields.length + QUIET * 2
  const path = fields.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join('')
  return (
    <svg className="factor-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** What an app needs to know: as a picture to be scanned, and in letters for whoever reads this on the phone itself. */
export const Offer = ({ offer: { secret, address } }: { offer: Offered }) => {
  const t = useText('factor')
  return (
    <div className="factor-offer">
      <p>{t('scan')}</p>
      <Picture text={address} label={t('picture')} />
      <p>
        {t('secret')}
        <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </div>
  )
}
