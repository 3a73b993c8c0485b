import { createContext, use } from 'react'
import type { Words } from './words.ts'

export const HomeWords = createContext<Words>({})

/** A text that the language switch can find again in the finished page. */
export const Word = ({ k }: { k: string }) => <span data-t={k}>{use(HomeWords)[k]}</span>
