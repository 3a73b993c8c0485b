import { lazy, Suspense } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { fileNameOf, previewAddress } from '../asset.ts'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'

const LazyThumb = lazy(() => import('./thumb.tsx'))
const Thumb = ({ url }: { url: string }) => (
  <Suspense fallback={<span className="thumb" />}>
    <LazyThumb url={url} />
  </Suspense>
)

export const ImageCell = ({ value }: CellViewProps) => (typeof value === 'string' && value !== '' ? <Thumb url={value} /> : <Dash />)

export const ImagesCell = ({ value }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  const urls = value.map(String)
  return (
    <span className="cell-tags">
      {urls.slice(0, 3).map((url) => (
        <Thumb key={url} url={url} />
      ))}
      {urls.length > 3 && <small>+{urls.length - 3}</small>}
    </span>
  )
}

export const FileCell = ({ value }: CellViewProps) => {
  if (typeof value !== 'string' || value === '') return <Dash />
  return (
    <a className="cell-file" href={previewAddress(value)} target="_blank" rel="noreferrer" title={fileNameOf(value)} tabIndex={-1}>
      <Icon name="paperclip" size={14} />
      <span>{fileNameOf(value)}</span>
    </a>
  )
}

export const IconCell = ({ value }: CellViewProps) =>
  typeof value === 'string' && value !== '' ? (
    <span className="cell-icon" title={value}>
      <Icon name={value} label={value} />
    </span>
  ) : (
    <Dash />
  )

/** The value is checked by the kernel's pattern before it is stored; the swatch checks again, because it becomes CSS. */
export const ColorCell = ({ value }: CellViewProps) =>
  typeof value === 'string' && /^#[0-9a-f]{6,8}$/i.test(value) ? (
    <span className="cell-color">
      <i style={{ background: value }} />
      <code>{value}</code>
    </span>
  ) : (
    <Dash />
  )
