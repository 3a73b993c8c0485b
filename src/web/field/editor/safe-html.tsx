import DOMPurify from 'dompurify'
import './editor.css'

/** Rich text as it is read. Sanitized here again, whatever the server did: old rows and imports pass no editor. */
const clean = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
    FORBID_ATTR: ['style', 'id', 'name'],
  })

export default function SafeHtml({ html }: { html: string }) {
  return <div className="editor-content" dangerouslySetInnerHTML={{ __html: clean(html) }} />
}
