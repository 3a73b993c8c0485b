import DOMPurify from 'dompurify'
import { useEffect, useRef } from 'react'
import { fileAddress } from '../../api/file-address.ts'
import { previewAddress } from '../asset.ts'
import './editor.css'

/** Rich text as it is read. Sanitized here again, whatever the server did: old rows and imports pass no editor. */
const clean = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
    FORBID_ATTR: ['style', 'id', 'name'],
  })

/** Files open in the preview; a picture that is not everybody's is asked for in the reader's name. */
const settle = (root: HTMLElement): (() => void) => {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/storage/"]')) {
    link.href = previewAddress(link.getAttribute('href') ?? '')
    link.target = '_blank'
  }
  const ask = ({ target }: Event): void => {
    const src = target instanceof HTMLImageElement ? (target.getAttribute('src') ?? '') : ''
    if (src.startsWith('/storage/') && !src.includes('?'))
      void fileAddress(src).then((address) => address && address !== src && (target as HTMLImageElement).setAttribute('src', address))
  }
  root.addEventListener('error', ask, true)
  return () => root.removeEventListener('error', ask, true)
}

export default function SafeHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => (root.current ? settle(root.current) : undefined))
  return <div ref={root} className="editor-content" dangerouslySetInnerHTML={{ __html: clean(html) }} />
}
