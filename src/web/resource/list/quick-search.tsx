import { useEffect, useRef, useState } from 'react'
import searchIcon from 'virtual:icon/search'
import close from 'virtual:icon/x'
import { joinNames } from '../../ui/format.ts'
import { useText } from '../../i18n/index.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { useResource } from '../context.ts'
import { inSentence } from '../../field/words.ts'

const DEBOUNCE = 350

/** Searches while typing, but not in the middle of an input method's composition: half a pinyin syllable finds nothing. */
export const QuickSearch = ({ value, onChange }: { value: string; onChange(text: string): void }) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const [text, setText] = useState(value)
  const [composing, setComposing] = useState(false)
  const [seen, setSeen] = useState(value)
  // What was last asked for: the address follows a moment later.
  const [asked, setAsked] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const searched = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.search ? [inSentence(words.field(name), words.lang)] : [],
  )

  // The back button and a link change the address without typing.
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) {
      setAsked(value)
      setText(value)
    }
  }
  const ask = (wanted: string) => {
    if (wanted === asked) return
    setAsked(wanted)
    onChange(wanted)
  }
  const search = () => {
    if (!composing) ask(text.trim())
  }
  useEffect(() => {
    if (composing || text.trim() === asked) return
    const timer = setTimeout(search, DEBOUNCE)
    return () => clearTimeout(timer)
  })
  if (searched.length === 0) return null
  const clear = () => {
    setText('')
    ask('')
    input.current?.focus()
  }
  return (
    <div className="quick-search" role="search">
      <Glyph body={searchIcon} size={15} />
      <input
        ref={input}
        type="text"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder', { fields: joinNames(searched.slice(0, 3)) })}
        value={text}
        onChange={(e) => setText(e.target.value)}
        // Whoever goes elsewhere right after typing finds the search there when coming back.
        onBlur={search}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(e) => {
          if (e.key === 'Escape' && text) {
            e.preventDefault()
            clear()
          }
        }}
      />
      {text && (
        <button type="button" aria-label={t('search.clear')} onClick={clear}>
          <Glyph body={close} size={14} />
        </button>
      )}
    </div>
  )
}
