import { type KeyboardEvent, useRef, useState } from 'react'
import upload from 'virtual:icon/upload'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'

/** Tab indents here; Escape first gives the key back to the page, or the keyboard would be trapped. */
const useTabKey = () => {
  const [free, setFree] = useState(false)
  return {
    onBlur: () => setFree(false),
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      if (event.key === 'Escape' && !free) {
        event.preventDefault()
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        setFree(true)
      }
      if (event.key !== 'Tab' || event.shiftKey || free) return
      event.preventDefault()
      document.execCommand('insertText', false, '  ')
    },
  }
}

/** What lies on the disk is chosen there: nobody opens it in an editor to copy it. */
const FromFile = ({ accept, onRead }: { accept: string; onRead(text: string): void }) => {
  const t = useText('field')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <p>
      <input
        ref={picker}
        type="file"
        accept={accept}
        hidden
        aria-label={t('chooseFile')}
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(onRead)
          // The same file, mended, can be chosen again.
          event.target.value = ''
        }}
      />
      <Button icon={upload} onClick={() => picker.current?.click()}>
        {t('chooseFile')}
      </Button>
    </p>
  )
}

export const CodeInput = (p: InputViewProps) => {
  const keys = useTabKey()
  const value = text(p.value)
  const isFile = p.field.kind === 'code' && p.field.language === 'json'
  return (
    <>
      {isFile && !p.disabled && <FromFile accept=".json,application/json" onRead={p.onChange} />}
      <textarea
        {...attributes(p)}
        {...keys}
        className="input input-area input-code"
        rows={Math.min(Math.max(value.split('\n').length + 1, 6), 20)}
        spellCheck={false}
        wrap="off"
        value={value}
        onChange={(e) => p.onChange(e.target.value)}
      />
    </>
  )
}

const print = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** Text while it is being typed, a value once it can be read. What cannot be read is kept on screen and refused. */
export const JsonInput = (p: InputViewProps) => {
  const t = useText('field')
  const keys = useTabKey()
  const [typed, setTyped] = useState(() => print(p.value))
  const [wrong, setWrong] = useState('')
  const change = (next: string) => {
    setTyped(next)
    if (next.trim() === '') {
      setWrong('')
      return p.onChange(null)
    }
    try {
      p.onChange(JSON.parse(next))
      setWrong('')
    } catch (error) {
      setWrong((error as Error).message)
    }
  }
  return (
    <>
      <textarea
        {...attributes(p)}
        {...keys}
        className="input input-area input-code"
        rows={Math.min(Math.max(typed.split('\n').length + 1, 5), 20)}
        spellCheck={false}
        wrap="off"
        value={typed}
        aria-invalid={wrong !== '' || p.invalid || undefined}
        onChange={(e) => change(e.target.value)}
      />
      {wrong && (
        <p className="form-error" role="alert">
          {t('json.bad', { reason: wrong })}
        </p>
      )}
    </>
  )
}
