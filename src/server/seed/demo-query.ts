import { loadAdmin, loadMember } from '../auth/actor.ts'
import type { Ctx } from '../model/context.ts'
import type { Actor } from '../model/actor.ts'

type Told = { id: number; answerer: Actor }
/** Which of the first records, the column, and what is asked about it. */
const ASKED: Record<string, [number, string, string]> = {
  open: [9, 'v3', '舒张压写成“<60”，请按原始记录填写具体数值'],
  answered: [5, 'v2', '收缩压超出范围，疑为多写一个零，请核对'],
  closed: [12, 'v6', '身高疑以米为单位，请核对'],
  sentBack: [2, 'v5', '体重与上次访视相差较大，请核对'],
  reopened: [6, 'v3', '舒张压与门诊记录不一致，请核对'],
  cancelled: [3, 'v5', '体重填写为缺失代码，请说明原因'],
}
const CONFIRMED = { category: 'confirmed', note: '与原始记录一致' }
const RECORDS = (table: string) => `SELECT id FROM "record"."${table}" ORDER BY id LIMIT 24`
const PEOPLE = 'SELECT assignees, members FROM query WHERE id = $1'

/** Questions to the sites about the first records, one in every state, asked and answered as people do. */
export const demoQueries = async (ctx: Ctx, study: number): Promise<void> => {
  const [form] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_form WHERE study = $1 AND code = 'vitals'`, [study])
  if (!form) return
  const records = await ctx.db.query<{ id: number }>(RECORDS(`t${form.id}`))
  const raise = async ([at, field, text]: [number, string, string]): Promise<Told | undefined> => {
    const record = records[at]
    if (!record) return undefined
    await ctx.engine.act(ctx, 'query', 'raise', [], { form: form.id, record: record.id, field, text })
    const [{ id } = { id: 0 }] = await ctx.db.query<{ id: number }>('SELECT max(id) AS id FROM query')
    const [people] = await ctx.db.query<{ assignees: number[]; members: number[] }>(PEOPLE, [id])
    const [admin, member] = [people?.assignees[0], people?.members[0]]
    const answerer = admin ? await loadAdmin(ctx.db, admin) : await loadMember(ctx.db, member ?? 0)
    return answerer && { id, answerer: answerer.kind === 'member' ? { ...answerer, rules: {} } : answerer }
  }
  const act = (actor: Actor, id: number, action: string, input: Record<string, unknown>) =>
    ctx.engine.act({ ...ctx, actor }, 'query', action, [id], input)
  for (const [state, asked] of Object.entries(ASKED)) {
    const told = await raise(asked)
    if (!told || state === 'open') continue
    const { id, answerer } = told
    if (state === 'cancelled') {
      await act(ctx.actor, id, 'cancel', { reason: '缺失代码符合数据字典，不需要说明' })
      continue
    }
    const isCorrected = state === 'answered'
    await act(answerer, id, 'answer', isCorrected ? { category: 'corrected', value: '153', note: '录入时多写了一个零' } : CONFIRMED)
    if (state === 'closed' || state === 'reopened') await act(ctx.actor, id, 'close', { note: '同意' })
    if (state === 'reopened') await act(ctx.actor, id, 'reopen', { reason: '门诊记录有另一份，请再核对' })
    if (state === 'sentBack') await act(ctx.actor, id, 'sendBack', { note: '请附原始记录的照片' })
  }
}
