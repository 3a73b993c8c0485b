import { previewAddress } from '../asset.ts'
import { StoredImage } from '../stored-image.tsx'
import { useText } from '../../i18n/index.ts'
import './picker.css'

type Props = { url: string; mimetype: string; suffix: string; name: string; isInGrid?: boolean }

const ICON = '/api/ajax/buildSuffixSvg'

/** The picture itself, or a sheet with the suffix on it; both open the preview. A grid moves the focus by itself. */
export const Preview = ({ url, mimetype, suffix, name, isInGrid = false }: Props) => {
  const t = useText('area')
  const label = t('attachment.open', { name })
  const isPicture = mimetype.startsWith('image/')
  const icon = `${ICON}?${new URLSearchParams({ suffix, server: '1' })}`
  return (
    <a
      className="attachment-preview"
      href={previewAddress(url, name)}
      target="_blank"
      rel="noreferrer"
      title={label}
      tabIndex={isInGrid ? -1 : undefined}
      onClick={(e) => e.stopPropagation()}
    >
      {isPicture ? (
        <StoredImage url={url} alt={label} loading="lazy" decoding="async" />
      ) : (
        <img src={icon} alt={label} loading="lazy" decoding="async" />
      )}
    </a>
  )
}
