import type { ComponentProps } from 'react'
import { Icon } from '../../ui/icon.tsx'

type Props = { icon: string; label: string; href?: string } & Omit<ComponentProps<'button'>, 'children'>

/** An icon that acts; its name is read out and shown on hover. */
export const Tool = ({ icon, label, href, className = '', ...rest }: Props) =>
  href ? (
    <a className="tool" href={href} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      <Icon name={icon} size={17} />
    </a>
  ) : (
    <button type="button" {...rest} className={`tool ${className}`} aria-label={label} title={label}>
      <Icon name={icon} size={17} />
    </button>
  )
