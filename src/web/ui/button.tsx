import type { ComponentProps } from 'react'
import { Glyph } from './glyph.tsx'
import './button.css'

type Props = ComponentProps<'button'> & { icon?: string | undefined; look?: 'plain' | 'primary' | 'danger' | 'quiet'; busy?: boolean }

/** A verb. `icon` is the body of a drawing; a button without text must have an aria-label. */
export const Button = ({ icon, look = 'plain', busy = false, children, className = '', title, ...rest }: Props) => (
  <button
    type="button"
    className={`btn ${className}`}
    data-look={look}
    data-bare={children === undefined || undefined}
    aria-busy={busy || undefined}
    title={title ?? (children === undefined ? rest['aria-label'] : undefined)}
    {...rest}
    disabled={busy || rest.disabled}
  >
    {busy ? <i className="btn-spin" aria-hidden /> : icon !== undefined && <Glyph body={icon} />}
    {children}
  </button>
)
