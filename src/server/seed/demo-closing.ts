import type { Actor, Ctx } from '../model/context.ts'

type Stored = Record<string, unknown> & { id: number }
const FORM = `SELECT id FROM study_form WHERE study = $1 AND code = 'adverse'`
/** Submitted, in the order in which they were entered. */
const EVENTS = (form: number) => `SELECT * FROM "record"."t${form}" WHERE state <> 'draft' ORDER BY id LIMIT 2`
const SLOT = /^v\d+$/
const enteredAs = (row: Stored): Record<string, unknown> => Object.fromEntries(Object.entries(row).filter(([name]) => SLOT.test(name)))

/** Two adverse events entered again by somebody else: one agrees, the other waits to be settled. The rest can be tried. */
export const demoSecondEntries = async (ctx: Ctx, second: Actor, study: number): Promise<void> => {
  const [form] = await ctx.db.query<{ id: number }>(FORM, [study])
  if (!form) return
  const again: Ctx = { ...ctx, actor: second }
  const [agreed, other] = await ctx.db.query<Stored>(EVENTS(form.id))
  const enter = (record: number, values: Record<string, unknown>) =>
    ctx.engine.act(again, 'study.secondEntry', 'enter', [], { form: form.id, record, values })
  if (agreed) await enter(agreed.id, enteredAs(agreed))
  if (other) await enter(other.id, { ...enteredAs(other), v1: '乏力、嗜睡', v4: '2' })
}

/** Behind those whose data the wards still deliver, at a site where nobody fills in forms by hand. */
const SUBJECT = `SELECT s.id FROM study_subject s JOIN department d ON d.id = s.department
  WHERE s.study = $1 AND s.state = 'enrolled' AND d.code = 'IM-CV' AND s.code >= 'HTN-0018' ORDER BY s.id LIMIT 1`
/** One subject whose data are complete is frozen; the sheet waits for the signature of the investigator. */
export const demoFreeze = async (ctx: Ctx, study: number): Promise<void> => {
  const [subject] = await ctx.db.query<{ id: number }>(SUBJECT, [study])
  if (!subject) return
  const draft = { study, scope: 'subject', subject: subject.id, level: 'freeze', reason: '基线资料已核对完毕，先行冻结并签名' }
  const { id } = await ctx.engine.add(ctx, 'study.lock', draft)
  await ctx.engine.act(ctx, 'study.lock', 'sheet', [id], {})
}
