import { useState } from 'react'
import { type Pair, parseProperties } from '#kernel'
import plus from 'virtual:icon/plus'
import close from 'virtual:icon/x'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import type { InputViewProps } from '../view.ts'
import { groupAttributes } from './attributes.ts'

const pairsOf = (value: unknown): Pair[] => (Array.isArray(value) ? (value as Pair[]) : [])

/** Rows of key and value, or the same as text, one `key=value` per line. */
export const ArrayInput = (p: InputViewProps) => {
  const t = useText('field')
  const [typed, setTyped] = useState<string | null>(null)
  const pairs = pairsOf(p.value)
  const put = (next: Pair[]) => p.onChange(next.length ? next : null)
  const set = (at: number, part: Partial<Pair>) => put(pairs.map((pair, i) => (i === at ? { ...pair, ...part } : pair)))
  const bad = typed === null ? [] : parseProperties(typed).bad
  const swap = () => {
    if (typed === null) return setTyped(pairs.map((x) => `${x.key}=${x.value}`).join('\n'))
    if (bad.length === 0) setTyped(null)
  }
  return (
    <div {...groupAttributes(p)} role="group" className="pairs">
      {typed === null ? (
        pairs.map((pair, at) => (
          <div key={at} className="pair">
            <input
              className="input"
              aria-label={`${t('array.key')} ${at + 1}`}
              placeholder={t('array.key')}
              disabled={p.disabled}
              value={pair.key}
              onChange={(e) => set(at, { key: e.target.value })}
            />
            <input
              className="input"
              aria-label={`${t('array.value')} ${at + 1}`}
              placeholder={t('array.value')}
              disabled={p.disabled}
              value={pair.value}
              onChange={(e) => set(at, { value: e.target.value })}
            />
            <Button
              look="quiet"
              icon={close}
              aria-label={t('array.remove', { n: at + 1 })}
              disabled={p.disabled}
              onClick={() => put(pairs.toSpliced(at, 1))}
            />
          </div>
        ))
      ) : (
        <>
          <textarea
            className="input input-area input-code"
            rows={5}
            aria-label={t('array.hint')}
            placeholder={t('array.hint')}
            value={typed}
            onChange={(e) => {
              setTyped(e.target.value)
              put(Object.entries(parseProperties(e.target.value).properties).map(([key, value]) => ({ key, value })))
            }}
          />
          {bad.map((b) => (
            <p key={b.line} className="form-error">
              {t('array.bad', b)}
            </p>
          ))}
        </>
      )}
      <div className="pair-tools">
        {typed === null && (
          <Button
            look="quiet"
            icon={plus}
            disabled={p.disabled || pairs.length >= (p.field.max ?? 1000)}
            onClick={() => put([...pairs, { key: '', value: '' }])}
          >
            {t('array.add')}
          </Button>
        )}
        <Button look="quiet" disabled={p.disabled || bad.length > 0} onClick={swap}>
          {t(typed === null ? 'array.lines' : 'array.rows')}
        </Button>
      </div>
    </div>
  )
}
