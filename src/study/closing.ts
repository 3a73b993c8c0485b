import type { Words } from '#kernel'
import type { Rows } from './reader.ts'

type Step = { readonly resource: string; readonly record: number; readonly gate: string }
type Blocker = { readonly words: Words; readonly address: string; readonly waiver?: string }
type Count = {
  /** How many there are of the study `$1`, `which`, where they can be waived: another one more is another question, and `but`. */
  readonly text: string
  words(n: number): Words
  /** Where they are settled; `but` are the parameters whose rows do not count. */
  address(study: number, but: readonly number[]): string
  /** What a waiver of them is called. */
  readonly waiver?: string
}

const GATES: ReadonlySet<string> = new Set(['frozen', 'locked'])
export const beforeGates = ({ resource, gate }: Pick<Step, 'resource' | 'gate'>): boolean => resource === 'study.project' && GATES.has(gate)
/** For `holdsBack`: a study that has such things is neither frozen nor locked: what came after the freeze counts as well. Each is a door to them. */
export const beforeClosing =
  ({ text, words, address, waiver }: Count) =>
  async ({ db }: { readonly db: Rows }, step: Step): Promise<Blocker[]> => {
    if (!beforeGates(step)) return []
    const { record } = step
    const [found] = await db.query<{ n: number | string; which?: string | null; but?: number[] | null }>(text, [record])
    const n = Number(found?.n ?? 0)
    if (n === 0) return []
    const door = address(record, found?.but ?? [])
    return [{ words: words(n), address: door, ...(waiver && found?.which ? { waiver: `${waiver}:${found.which}` } : {}) }]
  }
