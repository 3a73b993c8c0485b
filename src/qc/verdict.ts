import { SEVERITIES } from './parameter.ts'
import type { CheckResult, Status } from './result.ts'
import type { RunScore } from './score.ts'
import { text, type Text } from './text.ts'

export type VerdictTone = 'failed' | 'warned' | 'passed' | 'error' | 'not_applicable'

/** What the run says in one sentence, before any number: whether the data can be used, and what stands in the way. */
export function verdictOf(results: readonly CheckResult[]): { tone: VerdictTone; sentence: Text } {
  const with_ = (status: Status): CheckResult[] => results.filter((result) => result.status === status)
  const [failed, warned, passed, errors] = [with_('failed'), with_('warned'), with_('passed'), with_('error')]
  const blocking = failed.filter(({ severity }) => severity === 'blocking')
  const judged = failed.length + warned.length + passed.length
  const rest = join([
    some(failed.length - blocking.length, blocking.length > 0 ? '另有' : '', '项未通过', blocking.length > 0 ? 'more failed' : 'failed'),
    some(warned.length, '', '项警告', 'with a warning'),
    some(errors.length, '', '项参数有误、未能判断', 'could not be judged'),
  ])
  const of = text(`（已判断 ${judged}/${results.length} 项）`, ` (${judged} of ${results.length} checks judged)`)
  const say = (tone: VerdictTone, zh: string, en: string) => ({ tone, sentence: text(zh + of.zh, en + of.en) })
  if (blocking.length > 0) {
    const more = rest.zh ? { zh: `；${rest.zh}`, en: `; ${rest.en}` } : { zh: '', en: '' }
    return say(
      'failed',
      `不可放行：${blocking.length} 个阻断项未通过${more.zh}`,
      `Not fit for release: ${blocking.length} blocking ${plural(blocking.length)} failed${more.en}`,
    )
  }
  if (failed.length > 0) return say('failed', `需要处理：${rest.zh}`, `Needs work: ${rest.en}`)
  if (errors.length > 0) return say('error', `未能全部判断：${rest.zh}`, `Not fully judged: ${rest.en}`)
  if (judged === 0)
    return {
      tone: 'not_applicable',
      sentence: text(
        `没有可判断的内容：${results.length} 项检查中没有适用的`,
        `Nothing could be judged: no check applies (of ${results.length})`,
      ),
    }
  if (warned.length > 0) return say('warned', `可用，但${rest.zh}`, `Usable: ${rest.en}`)
  return say('passed', '全部通过', 'Everything passed')
}

const plural = (count: number): string => (count === 1 ? 'check' : 'checks')
const some = (count: number, before: string, zh: string, en: string): Text[] =>
  count > 0 ? [text(`${before} ${count} ${zh}`.trim(), `${count} ${en}`)] : []
const join = (parts: readonly (readonly Text[])[]): Text => {
  const list = parts.flat()
  return text(list.map(({ zh }) => zh).join('、'), list.map(({ en }) => en).join(', '))
}

/** What held the score down, or undefined when it is the plain mean. */
export function capOf(score: RunScore, results: readonly CheckResult[]): { by: string[]; uncapped: number | null } | undefined {
  if (!score.capped) return undefined
  return {
    by: results.filter(({ severity, status }) => severity === 'blocking' && status === 'failed').map(({ parameter }) => parameter),
    uncapped: score.uncapped ?? null,
  }
}

const ORDER: readonly Status[] = ['error', 'failed', 'warned', 'not_applicable', 'skipped', 'passed']

/** Worst first: by status, severity, then the share that is wrong. */
export const worstFirst = <R extends CheckResult>(results: readonly R[]): R[] =>
  results.toSorted(
    (one, other) =>
      ORDER.indexOf(one.status) - ORDER.indexOf(other.status) ||
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      share(other) - share(one),
  )

export const share = ({ violated, denominator }: { violated: number; denominator: number }): number =>
  denominator > 0 ? violated / denominator : 0
