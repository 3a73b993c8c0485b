import { useText } from '../../i18n/index.ts'
import { type LayoutMode, layoutModes, useConfig } from '../../state/config.ts'

/** The four layouts as tiny pictures: what they are shows faster than any name. */
const Sketch = ({ mode }: { mode: LayoutMode }) => {
  const top = mode === 'Streamline' || mode === 'Double'
  const floating = mode === 'Default'
  return (
    <svg viewBox="0 0 64 42" aria-hidden>
      <rect width="64" height="42" rx="4" fill="#eef2f6" />
      {top && <rect x="0" y="0" width="64" height="9" fill="#fff" />}
      {top &&
        [8, 20, 32, 44].map((x, i) => (
          <rect key={x} x={x} y="3" width="9" height="3" rx="1.5" fill={i === 0 ? 'var(--c-accent)' : '#c3ccd8'} />
        ))}
      {mode !== 'Streamline' && (
        <rect
          x={floating ? 3 : 0}
          y={top ? 10 : floating ? 3 : 0}
          width="16"
          height={top ? 32 : floating ? 36 : 42}
          rx={floating ? 3 : 0}
          fill="#fff"
        />
      )}
      {mode !== 'Streamline' &&
        [14, 20, 26].map((y, i) => (
          <rect key={y} x={floating ? 6 : 4} y={y} width="9" height="2.6" rx="1.3" fill={i === 0 ? 'var(--c-accent)' : '#c3ccd8'} />
        ))}
      {!top && (
        <rect
          x={floating ? 22 : 17}
          y={floating ? 3 : 0}
          width={floating ? 39 : 47}
          height="8"
          rx={floating ? 2 : 0}
          fill={floating ? '#eef2f6' : '#fff'}
        />
      )}
      {!top &&
        [0, 1, 2].map((i) => (
          <rect
            key={i}
            x={(floating ? 23 : 20) + i * 10}
            y={floating ? 4.5 : 2.5}
            width="8"
            height="3.4"
            rx="1"
            fill={i === 0 ? '#aebccd' : '#dbe2ea'}
          />
        ))}
      <rect x={mode === 'Streamline' ? 5 : 22} y="15" width={mode === 'Streamline' ? 54 : 38} height="22" rx="2" fill="#fff" />
    </svg>
  )
}

export const LayoutPicker = ({ disabled }: { disabled: boolean }) => {
  const t = useText('shell')
  const now = useConfig((s) => s.layout.layoutMode)
  const setLayout = useConfig((s) => s.setLayout)
  return (
    <div className="layout-picker" role="radiogroup" aria-label={t('settings.layout')}>
      {layoutModes.map((mode) => (
        <button
          key={mode}
          type="button"
          role="radio"
          aria-checked={mode === now}
          data-mode={mode}
          disabled={disabled}
          onClick={() => setLayout({ layoutMode: mode })}
        >
          <Sketch mode={mode} />
          {t(`settings.mode.${mode}`)}
        </button>
      ))}
    </div>
  )
}
