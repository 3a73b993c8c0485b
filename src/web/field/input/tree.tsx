import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Option } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { closedSet, deriveChecks, flipCheck, foundLines, openLines, putChecks, treeOrder } from '../tree-checks.ts'
import { useOptions } from '../use-options.ts'
import { useTypedText } from '../use-typed-text.ts'
import type { InputViewProps } from '../view.ts'
import { groupAttributes } from './attributes.ts'

const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (!step) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="checkbox"]')]
  boxes.at(boxes.indexOf(document.activeElement as HTMLElement) + step)?.focus()
}

/** Several nodes of a tree. Branches fold, a branch checks everything below it, and half-checked ones show as such. */
export const TreeInput = (p: InputViewProps & { to: string; options: readonly Option[] }) => {
  const t = useText('field')
  const [quick, setQuick] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(() =>
    p.options.length > 80 ? new Set(p.options.map((o) => Number(o.value))) : new Set(),
  )
  const stored = useMemo(() => new Set(Array.isArray(p.value) ? p.value.map(Number) : []), [p.value])
  const checks = deriveChecks(p.options, stored)
  const parents = new Set(p.options.map((o) => o.parentId))
  const put = (next: ReadonlySet<number>) => p.onChange(closedSet(p.options, next))
  const needle = useTypedText(quick)
  // The server knows more than the names: a department is found by its code.
  const { options: hits, isPending } = useOptions(p.to, { of: p.words.of, name: p.name }, needle, needle !== '')
  // Until the answer is there, “all” would not mean what the person looks for.
  const isSearching = quick.trim() !== needle || (needle !== '' && isPending)
  const ordered = treeOrder(p.options)
  const isHit = new Set(hits.map((o) => Number(o.value)))
  const { lines, found } =
    needle && !isPending
      ? foundLines(ordered, (option) => isHit.has(Number(option.value)))
      : { lines: openLines(ordered, closed), found: null }
  // While searching these two mean what was found: whoever looks for “view” and selects all did not ask for “delete”.
  const every = (on: boolean) => put(putChecks(p.options, stored, found ?? p.options.map((o) => Number(o.value)), on))
  const fold = (id: number) => setClosed((old) => new Set(old.has(id) ? [...old].filter((x) => x !== id) : [...old, id]))
  return (
    <div {...groupAttributes(p)} role="group" className="tree-input" data-invalid={p.invalid || undefined}>
      <div className="tree-tools">
        <input
          className="input"
          type="text"
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          value={quick}
          onChange={(e) => setQuick(e.target.value)}
        />
        <span>{t('tree.count', { count: stored.size })}</span>
        <button type="button" className="link" disabled={p.disabled || isSearching} onClick={() => every(true)}>
          {t('tree.all')}
        </button>
        <button type="button" className="link" disabled={p.disabled || isSearching} onClick={() => every(false)}>
          {t('tree.clear')}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk through the boxes inside */}
      <div className="tree-lines" onKeyDown={walk}>
        {lines.length === 0 && <p className="field-note">{t('noOptions')}</p>}
        {lines.map(({ option, depth }) => {
          const id = Number(option.value)
          const check = checks.get(id) ?? 'off'
          return (
            <div key={id} className="tree-line" style={{ paddingInlineStart: depth * 20 + 4 }}>
              {parents.has(id) && !found ? (
                <button
                  type="button"
                  className="dg-twist"
                  data-open={!closed.has(id) || undefined}
                  aria-expanded={!closed.has(id)}
                  aria-label={`${t(closed.has(id) ? 'tree.expand' : 'tree.collapse')} ${option.label}`}
                  onClick={() => fold(id)}
                >
                  <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
                    <path d="M4.5 2.5 8 6l-3.5 3.5" />
                  </svg>
                </button>
              ) : (
                <span className="dg-twist" />
              )}
              <label>
                <input
                  type="checkbox"
                  checked={check === 'on'}
                  // The way to a match: flipping it would flip what the search does not show.
                  disabled={p.disabled || option.disabled || (found !== null && !found.includes(id))}
                  ref={(box) => {
                    if (box) box.indeterminate = check === 'half'
                  }}
                  onChange={() => put(flipCheck(p.options, stored, id))}
                />
                {option.label}
              </label>
            </div>
          )
        })}
      </div>
    </div>
  )
}
