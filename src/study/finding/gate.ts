import type { Words } from '#kernel'
import { countedFor } from '../closing.ts'
import type { Reader, Rows } from '../reader.ts'
import { OPEN_STATES } from './state.ts'

type Step = { readonly resource: string; readonly record: number; readonly gate: string }
type Held = { readonly words: Words; readonly address: string; readonly waiver?: string }
type Gate = { readonly name: 'freeze' | 'lock' | 'release'; readonly study: string; readonly isWaivable?: true }

/** Which step of which record a gate of a parameter is about, and the study `$1` leads to. Waivers are for a freeze. */
const GATES: Readonly<Record<string, Gate>> = {
  'study.project frozen': { name: 'freeze', study: '$1::bigint', isWaivable: true },
  'study.project locked': { name: 'lock', study: '$1::bigint' },
  'analysis.project release': { name: 'release', study: '(SELECT study FROM analysis_project WHERE id = $1)' },
}
const lapsedWords = (n: number | string): Words => ({
  'zh-cn': `接受期限已过的问题：${n} 个，请重新处理`,
  en: `Accepted findings whose date has passed: ${n}. Decide on them again`,
})
const WORDS: Readonly<Record<Gate['name'], (n: number | string) => Words>> = {
  freeze: (n) => ({ 'zh-cn': `参数的“冻结”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “freeze”: ${n}` }),
  lock: (n) => ({ 'zh-cn': `参数的“锁库”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “lock”: ${n}` }),
  release: (n) => ({ 'zh-cn': `参数的“发布”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “release”: ${n}` }),
}

/** Accepted until a day that has passed: it counts again, whether or not a run has said so. */
const KINDS = {
  open: { sql: 'f.state = ANY($3)', filter: `filter=state:IN:${OPEN_STATES.join(',')}`, values: () => OPEN_STATES },
  lapsed: {
    sql: `f.state = 'accepted' AND f.accepted_until < $3::date`,
    filter: 'filter=state:IN:accepted&filter=acceptedUntil:%3C:',
    values: (day: string) => day,
  },
} as const

/**
 * Of a finding `f`: its rule is judged, by a set of the study or one of the library that has judged the study. What was taken out of every such
 * set no run resolves any more, and nobody would get past it.
 */
export const IS_JUDGED = `EXISTS (SELECT FROM control_set s WHERE f.parameter = ANY(s.parameters) AND s.status AND s.deleted_at IS NULL
  AND (s.study = f.study OR s.study IS NULL AND EXISTS (SELECT FROM qc_run r WHERE r."set" = s.id AND r.study = f.study)))`

const OPEN = (
  study: string,
  which: string,
): string => `SELECT f.study, count(*)::int AS n, md5(string_agg(f.id::text, ',' ORDER BY f.id)) AS which,
    array_agg(DISTINCT f.parameter) AS parameters
  FROM finding f JOIN control_version v ON v.parameter = f.parameter AND v.state = 'active' AND $2 = ANY(v.gates)
  WHERE f.study = ${study} AND ${which} AND ${IS_JUDGED} GROUP BY f.study`
type Found = { study: number; n: number; which: string; parameters: number[] }

/** For `holdsBack`: what is open of parameters whose version in force names this step, with a door to exactly that. `day`: by the hospital's calendar. */
export const gatedFindings = async (
  asking: { readonly db: Rows; readonly actor: Reader },
  { resource, record, gate: step }: Step,
  day: string,
): Promise<Held[]> => {
  const gate = GATES[`${resource} ${step}`]
  if (!gate) return []
  const { name, study, isWaivable } = gate
  const held: Held[] = []
  for (const kind of ['open', 'lapsed'] as const) {
    const { sql, filter, values } = KINDS[kind]
    const found = await asking.db.query<Found>(OPEN(study, sql), [record, name, values(day)])
    for (const { study: of, n, which, parameters } of found)
      held.push({
        words: await countedFor(asking, of, n, kind === 'open' ? WORDS[name] : lapsedWords),
        address: `/admin/finding?filter=study:IN:${of}&${filter}${kind === 'lapsed' ? day : ''}&filter=parameter:IN:${parameters.join(',')}`,
        ...(isWaivable ? { waiver: `gate:${which}` } : {}),
      })
  }
  return held
}
