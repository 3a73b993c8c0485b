import { createContext, use } from 'react'
import type { Words } from './words.ts'

export const HomeWords = createContext<Words>({})

/** A text that the language switch can find again in the finished page. */
export const Word = ({ k }: { k: string }) => <span data-t={k}>{use(HomeWords)[k]}</span>

type SvgWordProps = { k: string; x: number; y: number; className?: string; textAnchor?: 'start' | 'middle' | 'end' }
export const SvgWord = ({ k, ...rest }: SvgWordProps) => (
  <text data-t={k} {...rest}>
    {use(HomeWords)[k]}
  </text>
)
