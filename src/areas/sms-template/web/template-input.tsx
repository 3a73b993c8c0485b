import { useRef } from 'react'
import { ensureText, type InputViewProps, useText } from '#web'
import { TextareaInput } from '#web/field/input/text.tsx'
import './template-input.css'
import { smsParts } from './sms-parts.ts'
import { piecesOf, useVariables } from './variables.ts'

await ensureText('area')

/** The text of a message: variables are put in with a click, and below stands what the recipient will read. */
export default function TemplateInput(p: InputViewProps) {
  const t = useText('area')
  const root = useRef<HTMLDivElement>(null)
  const { list, isError, isLoading } = useVariables()
  const content = typeof p.value === 'string' ? p.value : ''
  const insert = (name: string) => {
    const box = root.current?.querySelector('textarea')
    const [from, to] = box ? [box.selectionStart, box.selectionEnd] : [content.length, content.length]
    const token = `\${${name}}`
    p.onChange(content.slice(0, from) + token + content.slice(to))
    requestAnimationFrame(() => {
      box?.focus()
      box?.setSelectionRange(from + token.length, from + token.length)
    })
  }
  const pieces = piecesOf(content, list)
  const { length, parts } = smsParts(pieces.map((x) => x.text).join(''))
  const unknown = pieces.filter((x) => x.isUnknown).map((x) => x.text)
  return (
    <div ref={root} className="template-input">
      <div className="template-variables" role="group" aria-label={t('message.insert')}>
        <span>{t('message.insert')}</span>
        {list.map((v) => (
          <button key={v.name} type="button" disabled={p.disabled} title={`\${${v.name}} → ${v.sample}`} onClick={() => insert(v.name)}>
            {v.title}
          </button>
        ))}
        {!isLoading && list.length === 0 && <em>{t(isError ? 'message.variablesFailed' : 'message.noVariables')}</em>}
      </div>
      <TextareaInput {...p} />
      <figure className="template-preview" aria-live="polite">
        <figcaption>
          <span>{t('message.preview')}</span>
          <span>{t('message.parts', { length, count: parts, parts })}</span>
        </figcaption>
        <p>
          {content === '' ? (
            <i>{t('message.empty')}</i>
          ) : (
            pieces.map((piece, i) =>
              piece.variable ? (
                <mark key={i} title={piece.variable}>
                  {piece.text}
                </mark>
              ) : piece.isUnknown ? (
                <del key={i}>{piece.text}</del>
              ) : (
                <span key={i}>{piece.text}</span>
              ),
            )
          )}
        </p>
      </figure>
      {unknown.length > 0 && !isLoading && <p className="form-error">{t('message.unknown', { names: unknown.join(' ') })}</p>}
    </div>
  )
}
