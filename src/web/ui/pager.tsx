import { type KeyboardEvent, useState } from 'react'
import { PAGE_SIZES } from '#kernel'
import left from 'virtual:icon/chevron-left'
import right from 'virtual:icon/chevron-right'
import { formatNumber } from './format.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { Glyph } from './glyph.tsx'
import { lastPage, pagerButtons } from './pager-buttons.ts'
import './pager.css'

type Props = {
  page: number
  limit: number
  total: number
  capped: boolean
  rowsHere: number
  onPage(page: number): void
  onLimit(limit: number): void
}

const Jump = ({ last, onPage }: { last: number; onPage(page: number): void }) => {
  const t = useText('list')
  const [text, setText] = useState('')
  const go = (event: KeyboardEvent) => {
    const page = Number(text)
    if (event.key !== 'Enter' || !Number.isInteger(page) || page < 1) return
    onPage(Math.min(page, last))
    setText('')
  }
  return (
    <label className="pager-jump">
      {t('pager.jump')}
      <input inputMode="numeric" value={text} onChange={(e) => setText(e.target.value.replace(/\D/g, '').slice(0, 6))} onKeyDown={go} />
    </label>
  )
}

export const Pager = ({ page, limit, total, capped, rowsHere, onPage, onLimit }: Props) => {
  const t = useText('list')
  const lang = useLanguage()
  const last = lastPage(total, limit, capped, page, rowsHere)
  const amount = formatNumber(total, lang) + (capped ? '+' : '')
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <span className="pager-total" aria-live="polite" title={capped ? t('pager.capped') : undefined}>
        {t('pager.total', { count: total, amount })}
      </span>
      <span className="pager-pages">
        <button type="button" aria-label={t('pager.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <Glyph body={left} />
        </button>
        {pagerButtons(page, last).map((n, i) =>
          n === null ? (
            <span key={`gap${i}`} className="pager-gap" aria-hidden>
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              data-page={n}
              aria-label={t('pager.page', { page: n })}
              aria-current={n === page ? 'page' : undefined}
              onClick={() => onPage(n)}
            >
              {formatNumber(n, lang)}
            </button>
          ),
        )}
        <span className="pager-brief">
          {formatNumber(page, lang)} / {formatNumber(last, lang)}
          {capped && '+'}
        </span>
        <button type="button" aria-label={t('pager.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <Glyph body={right} />
        </button>
      </span>
      {last > 7 && <Jump last={last} onPage={onPage} />}
      <label className="pager-size">
        <span className="sr-only">{t('pager.size')}</span>
        <select value={limit} onChange={(e) => onLimit(Number(e.target.value))}>
          {PAGE_SIZES.map((n) => (
            <option key={n} value={n}>
              {t('pager.perPage', { n })}
            </option>
          ))}
        </select>
      </label>
    </nav>
  )
}
