import type { Words } from '#kernel'
import type { Rows } from '../reader.ts'
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
const WORDS: Readonly<Record<Gate['name'], (n: number) => Words>> = {
  freeze: (n) => ({ 'zh-cn': `参数的“冻结”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “freeze”: ${n}` }),
  lock: (n) => ({ 'zh-cn': `参数的“锁库”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “lock”: ${n}` }),
  release: (n) => ({ 'zh-cn': `参数的“发布”关卡：还有 ${n} 个问题没有解决`, en: `Findings of parameters with the gate “release”: ${n}` }),
}

const OPEN = (study: string): string => `SELECT f.study, count(*)::int AS n, md5(string_agg(f.id::text, ',' ORDER BY f.id)) AS which,
    array_agg(DISTINCT f.parameter) AS parameters
  FROM finding f JOIN control_version v ON v.parameter = f.parameter AND v.state = 'active' AND $2 = ANY(v.gates)
  WHERE f.study = ${study} AND f.state = ANY($3) GROUP BY f.study`
type Found = { study: number; n: number; which: string; parameters: number[] }

/** For `holdsBack`: what is open of parameters whose version in force names this step, with a door to exactly that. */
export const gatedFindings = async ({ db }: { readonly db: Rows }, { resource, record, gate: step }: Step): Promise<Held[]> => {
  const gate = GATES[`${resource} ${step}`]
  if (!gate) return []
  const { name, study, isWaivable } = gate
  const found = await db.query<Found>(OPEN(study), [record, name, OPEN_STATES])
  return found.map(({ study: of, n, which, parameters }) => ({
    words: WORDS[name](n),
    address: `/admin/finding?filter=study:IN:${of}&filter=state:IN:${OPEN_STATES.join(',')}&filter=parameter:IN:${parameters.join(',')}`,
    ...(isWaivable ? { waiver: `gate:${which}` } : {}),
  }))
}
