import type { Words } from '#kernel'
import type { Rows } from './reader.ts'

type Step = { readonly resource: string; readonly record: number; readonly gate: string }
type Blocker = { readonly words: Words; readonly address: string }
type Count = {
  /** How many there are of the study `$1`. */
  readonly text: string
  words(n: number): Words
  /** Where they are settled. */
  address(study: number): string
}

/** For `holdsBack`: a study that has such things is not frozen. Each is a door to them. */
export const beforeFreezing =
  ({ text, words, address }: Count) =>
  async ({ db }: { readonly db: Rows }, { resource, record, gate }: Step): Promise<Blocker[]> => {
    if (resource !== 'study.project' || gate !== 'frozen') return []
    const [found] = await db.query<{ n: number | string }>(text, [record])
    const n = Number(found?.n ?? 0)
    return n > 0 ? [{ words: words(n), address: address(record) }] : []
  }
