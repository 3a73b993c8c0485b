import { ColorPicker } from 'antd'
import { useText } from '../../i18n/index.ts'
import { color } from '../../ui/theme.ts'
import type { InputViewProps } from '../view.ts'
import { text } from './attributes.ts'

const palette = [
  color.accent,
  color.passed,
  color.warned,
  color.failed,
  color.error,
  color.locked,
  '#0f766e',
  '#b45309',
  '#be185d',
  '#131a24',
]

/** A box for the code, a swatch for the eye. */
export default function ColorInput(p: InputViewProps) {
  const t = useText('field')
  const value = text(p.value)
  const valid = /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
  return (
    <span className="input-row">
      <ColorPicker
        value={valid ? value : null}
        disabled={p.disabled}
        allowClear={!p.field.required}
        format="hex"
        presets={[{ label: t('color.choose'), colors: palette }]}
        onChangeComplete={(c) => p.onChange(c.cleared ? null : c.toHexString())}
      >
        <button
          type="button"
          className="swatch"
          aria-label={t('color.choose')}
          style={valid ? { background: value } : {}}
          disabled={p.disabled}
        />
      </ColorPicker>
      <input
        id={p.id}
        className="input input-code-line"
        disabled={p.disabled}
        aria-invalid={p.invalid || undefined}
        aria-describedby={p.describedBy}
        placeholder="#0b63c5"
        maxLength={9}
        value={value}
        onChange={(e) => p.onChange(e.target.value.trim())}
      />
    </span>
  )
}
