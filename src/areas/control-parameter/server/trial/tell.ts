import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { loadActor } from '#server/auth/actor.ts'
import type { Db } from '#server/db/database.ts'
import type { Parted } from '#server/model/half.ts'
import { namesOf } from '#server/model/names.ts'
import type { Tools } from '#server/task/tools.ts'
import { bodyOf } from '#study/parameter/body.ts'
import { isJudged, isSound, type Asked, type Trial } from '#study/parameter/trial.ts'

/** Why a trial does not count, as its page says it. */
export const whyNot = ({ trouble, faults, tables }: Trial): Words | null =>
  trouble ?? faults[0]?.words ?? tables.find(({ why }) => why)?.why ?? null

export type Outcome = 'judged' | 'vain' | 'wrong'
export const outcomeOf = (trial: Trial): Outcome => (isJudged(trial) ? 'judged' : isSound(trial) ? 'vain' : 'wrong')

const TRIED = `SELECT p.name, v.number FROM control_parameter p JOIN control_version v ON v.parameter = p.id AND v.body = $2::jsonb
  WHERE p.id = $1 ORDER BY v.number DESC LIMIT 1`
/** In the story of the rule: who tried what a version says, on what, and what came out. Figures and numbers of records, no value of anybody; what is only typed has no story. */
export const tellTrial = async (writer: Parameters<typeof record>[0], asked: Asked, trial: Trial): Promise<void> => {
  const { parameter, study, form, datafile, delivery } = asked
  if (parameter === null) return
  const [rule] = await writer.db.query<{ name: string; number: number }>(TRIED, [parameter, JSON.stringify(bodyOf(asked.body))])
  if (!rule) return
  const outcome = outcomeOf(trial)
  const told = {
    number: rule.number,
    study,
    form,
    datafile,
    delivery,
    outcome,
    ...(outcome === 'judged' ? {} : { why: whyNot(trial) }),
    rows: trial.rows,
    judged: trial.tables.reduce((sum, { denominator }) => sum + denominator, 0),
    violated: trial.violated,
    snapshot: trial.snapshot.sha256,
  }
  await record(writer, {
    action: 'try',
    resource: 'control.parameter',
    recordId: parameter,
    label: rule.name,
    changes: { trial: [null, told] },
  })
}

/** The same of a task, as whoever asked for it. */
export const tellTrialOf = async ({ system }: Pick<Tools, 'system'>, tx: Db, asked: Asked, trial: Trial): Promise<void> => {
  const actor = asked.by === null ? undefined : await loadActor(tx, 'admin', asked.by)
  if (actor) await tellTrial({ ...system, db: tx, actor }, asked, trial)
}

const NAMES: Readonly<Record<string, Words>> = {
  number: { 'zh-cn': '版本', en: 'Version' },
  study: { 'zh-cn': '研究项目', en: 'Study' },
  form: { 'zh-cn': '表单', en: 'Form' },
  datafile: { 'zh-cn': '数据文件', en: 'Data file' },
  delivery: { 'zh-cn': '交付', en: 'Delivery' },
  outcome: { 'zh-cn': '结果', en: 'Outcome' },
  why: { 'zh-cn': '原因', en: 'Why' },
  rows: { 'zh-cn': '行数', en: 'Rows' },
  judged: { 'zh-cn': '判断', en: 'Judged' },
  violated: { 'zh-cn': '违规', en: 'Violations' },
  snapshot: { 'zh-cn': '数据快照', en: 'Snapshot' },
}
const OUTCOMES: Readonly<Record<string, Words>> = {
  judged: { 'zh-cn': '可标为已测试', en: 'May be marked as tested' },
  vain: { 'zh-cn': '没有可判断的数据', en: 'Nothing to judge' },
  wrong: { 'zh-cn': '有错误', en: 'Something is wrong' },
}
const PLACES: Readonly<Record<string, string>> = {
  study: 'study.project',
  form: 'study.form',
  datafile: 'datafile',
  delivery: 'gather.delivery',
}

/** A trial in words: on what, by the names that this reader sees, and what came out. */
export const sayTrials = async (ctx: Ctx, all: readonly Parted[]): Promise<readonly Parted['parts'][]> => {
  const called = new Map<string, ReadonlyMap<number, string>>()
  for (const [field, resource] of Object.entries(PLACES)) {
    const ids = all.flatMap(({ parts }) => parts.flatMap(({ name, after }) => (name === field && after ? [Number(after)] : [])))
    called.set(field, await namesOf(ctx, resource, ids))
  }
  return all.map(({ parts }) =>
    Object.entries(NAMES).flatMap(([field, words]) => {
      const part = parts.find(({ name }) => name === field)
      if (!part?.after) return []
      const { after } = part
      const place = called.has(field) ? (called.get(field)?.get(Number(after)) ?? `#${after}`) : after
      const text = field === 'outcome' ? (OUTCOMES[after]?.[ctx.language] ?? after) : field === 'number' ? `v${after}` : place
      return [{ name: words[ctx.language], before: null, after: text }]
    }),
  )
}
