import icons from '@iconify-json/lucide/icons.json'
import { useDeferredValue, useMemo, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Popup } from '../../ui/popup.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { InputViewProps } from '../view.ts'
import { attributes, text } from './attributes.ts'

const all = Object.entries(icons.icons)
const SHOWN = 200

export default function IconInput(p: InputViewProps) {
  const t = useText('field')
  const [quick, setQuick] = useState('')
  const needle = useDeferredValue(quick.trim().toLowerCase())
  const found = useMemo(() => all.filter(([name]) => name.includes(needle)), [needle])
  const value = text(p.value)
  return (
    <Popup
      label={t('icon.choose')}
      renderTrigger={(props) => (
        <button
          type="button"
          {...attributes(p)}
          {...props}
          aria-required={undefined}
          aria-labelledby={`${p.id}-label ${p.id}`}
          className="input icon-input"
        >
          {value ? <Icon name={value} /> : null}
          <span>{value || t('icon.choose')}</span>
        </button>
      )}
    >
      {(close) => (
        <div className="icon-panel">
          <input
            className="input"
            autoFocus
            type="text"
            aria-label={t('icon.search')}
            placeholder={t('icon.search')}
            value={quick}
            onChange={(e) => setQuick(e.target.value)}
          />
          <div className="icon-grid" role="listbox" aria-label={t('icon.choose')}>
            {found.slice(0, SHOWN).map(([name, { body }]) => (
              <button
                key={name}
                type="button"
                role="option"
                aria-selected={name === value}
                aria-label={name}
                title={name}
                onClick={() => {
                  p.onChange(name)
                  close()
                }}
              >
                <Glyph body={body} size={18} />
              </button>
            ))}
          </div>
          <p className="field-note">{found.length ? t('icon.count', { count: found.length }) : t('icon.none')}</p>
        </div>
      )}
    </Popup>
  )
}
