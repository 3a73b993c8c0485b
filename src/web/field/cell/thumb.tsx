import { useState } from 'react'
import { fileNameOf, previewAddress } from '../asset.ts'
import { StoredImage } from '../stored-image.tsx'

/** A module of its own: most lists show no pictures. */
export default function Thumb({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <a
      className="thumb"
      href={previewAddress(url)}
      target="_blank"
      rel="noreferrer"
      title={fileNameOf(url)}
      tabIndex={-1}
      data-broken={isBroken || undefined}
    >
      <StoredImage url={url} alt={fileNameOf(url)} loading="lazy" decoding="async" onBroken={() => setBroken(true)} />
    </a>
  )
}
