import type { ReactNode } from 'react'
import type { Tone } from '../tone.ts'

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="tag" data-tone={tone} title={typeof children === 'string' && children.length > 10 ? children : undefined}>
    {tone !== 'plain' && <i aria-hidden />}
    <span>{children}</span>
  </span>
)
