import type { ReactNode } from 'react'
import type { Tone } from '../tone.ts'

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="tag" data-tone={tone}>
    {tone !== 'plain' && <i aria-hidden />}
    {children}
  </span>
)
