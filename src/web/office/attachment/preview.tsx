import { assetUrl, previewAddress } from '../../field/asset.ts'
import './attachment.css'

type Props = { url: string; mimetype: string; suffix: string; name: string }

const ICON = '/api/ajax/buildSuffixSvg'

/** The picture itself, or a sheet with the suffix on it. */
export const Preview = ({ url, mimetype, suffix, name }: Props) => {
  const picture = mimetype.startsWith('image/')
  const src = picture ? assetUrl(url) : `${ICON}?${new URLSearchParams({ suffix, server: '1' })}`
  return (
    <a className="attachment-preview" href={previewAddress(url, name)} target="_blank" rel="noreferrer" title={name} tabIndex={-1}>
      <img src={src} alt={name} loading="lazy" decoding="async" />
    </a>
  )
}
