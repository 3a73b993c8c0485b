import type { Words } from '#kernel'
import { doorTo, partOf, withinPart } from './lock/part.ts'
import type { Part, Within } from './lock/part.ts'
import type { Reader, Rows } from './reader.ts'
import { seesAllSites } from './team.ts'

type Step = { readonly resource: string; readonly record: number; readonly gate: string }
type Blocker = { readonly words: Words; readonly address: string; readonly waiver?: string }
/** A number, or that there are some. */
type Told = number | string
type Asking = { readonly db: Rows; readonly actor: Reader }
/** What is counted over all sites is no number for whoever stands at some of them alone: they learn that there are some. */
export const countedFor = async ({ db, actor }: Asking, study: number, n: number, words: (n: Told) => Words): Promise<Words> =>
  (await seesAllSites(db, actor, study)) ? words(n) : { 'zh-cn': words('若干')['zh-cn'], en: words('some').en }

type Count = {
  /**
   * How many there are of the study `$1`, `which`, where they can be waived: another one more is another question, and `but`. Where it is made
   * of `within`, it is asked of a part of the study as well: whether the row of this alias stands there.
   */
  readonly text: string | ((within: Within) => string)
  words(n: Told): Words
  /** Where they are settled; `but` are the parameters whose rows do not count. */
  address(study: number, but: readonly number[]): string
  /** What narrows that address to a part of the study, where it is not a list with filters of these names. */
  readonly door?: (part: Part) => string
  /** What a waiver of them is called. */
  readonly waiver?: string
}

const GATES: ReadonlySet<string> = new Set(['frozen', 'locked'])
export const beforeGates = ({ resource, gate }: Pick<Step, 'resource' | 'gate'>): boolean => resource === 'study.project' && GATES.has(gate)
/** What is to be closed: a study, or a part of one that is to be locked. That of the whole study was asked with its own step. */
export const closedBy = async (db: Rows, step: Step): Promise<{ study: number; part: Part | null } | null> => {
  if (beforeGates(step)) return { study: step.record, part: null }
  const part = step.resource === 'study.lock' && step.gate === 'locked' ? await partOf(db, step.record) : undefined
  return part ? { study: part.study, part } : null
}

/**
 * For `holdsBack`: a study that has such things is neither frozen nor locked: what came after the freeze counts as well. Each is a door to them.
 * A part of it is not locked over them, since nobody could settle them behind the lock; a freeze of a part is free.
 */
export const beforeClosing =
  ({ text, words, address, door = doorTo, waiver }: Count) =>
  async (asking: Asking, step: Step): Promise<Blocker[]> => {
    const closed = await closedBy(asking.db, step)
    if (!closed || (closed.part && typeof text === 'string')) return []
    const { study, part } = closed
    const counted = typeof text === 'string' ? text : text(await withinPart(asking.db, part))
    const [found] = await asking.db.query<{ n: number | string; which?: string | null; but?: number[] | null }>(counted, [study])
    const n = Number(found?.n ?? 0)
    if (n === 0) return []
    return [
      {
        words: await countedFor(asking, study, n, words),
        address: `${address(study, found?.but ?? [])}${part ? door(part) : ''}`,
        ...(waiver && !part && found?.which ? { waiver: `${waiver}:${found.which}` } : {}),
      },
    ]
  }
