import { can, refuse } from '#kernel'
import type { Actor, Ctx } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify } from '#server/notification/notify.ts'
import { nowOf } from '#server/model/context.ts'
import { studyInvitation } from '../index.ts'
import locale from '../locale.ts'
import { useLink } from './link.ts'
import { masked } from './masked.ts'

export const accepted: NotificationKind = {
  kind: 'study.invitation.accepted',
  title: { 'zh-cn': '有人接受了我的邀请', en: 'Somebody accepted my invitation' },
  icon: 'user-check',
}

type Offer = {
  id: number
  study: number
  by: number | null
  email: string | null
  role: string
  departments: number[]
  to: string | null
  title: string
}
const OFFER = `SELECT i.id, i.study, i.by, i.email, i.role, i.departments, i."to", p.title FROM study_invitation i JOIN study_project p ON p.id = i.study
  WHERE i.id = $1 AND i.state = 'open' AND p.deleted_at IS NULL FOR UPDATE OF i`
const EMAIL = 'SELECT email FROM user_user WHERE id = $1'
const PLACE = `SELECT id, "to" IS NULL OR "to" > now() AS "isHeld" FROM study_member WHERE study = $1 AND "user" = $2 AND role = $3 AND deleted_at IS NULL`

const refuseOther = async ({ db }: Ctx, email: string | null, member: number): Promise<void> => {
  if (email === null) return
  const [own] = await db.query<{ email: string | null }>(EMAIL, [member])
  if (own?.email?.toLowerCase() !== email.toLowerCase()) throw refuse(locale, 'otherAddress', { email: masked(email) })
}

/** The member takes the place, with the rights that whoever invited them has today: who left the team can let nobody in any more. */
export const accept = (given: Ctx, member: Actor, code: unknown): Promise<{ study: string }> =>
  given.engine.write(given, async (tx) => {
    const [offer] = await tx.db.query<Offer>(OFFER, [await useLink(tx.db, code)])
    const host = offer?.by ? await loadAdmin(tx.db, offer.by) : undefined
    if (!offer || !host || !can(host.rules, 'study/member/add')) throw refuse(locale, 'gone')
    await refuseOther(tx, offer.email, member.id)
    const ctx: Ctx = { ...tx, actor: { ...host, name: `${host.name} · ${member.name}` }, departments: [] }
    const { study, role, departments, to } = offer
    const [place] = await tx.db.query<{ id: number; isHeld: boolean }>(PLACE, [study, member.id, role])
    // Their place may reach further than this one: an invitation takes nothing away.
    if (place?.isHeld) throw refuse(locale, 'already')
    if (place) await tx.engine.edit(ctx, 'study.member', { id: place.id, departments, to })
    else await tx.engine.add(ctx, 'study.member', { study, user: member.id, role, departments, to })
    await tx.engine.move(ctx, studyInvitation.name, { id: offer.id, to: 'accepted' }, { user: member.id, acceptedAt: nowOf(tx) })
    const text = { 'zh-cn': `${member.name}接受了邀请：${offer.title}`, en: `${member.name} accepted the invitation: ${offer.title}` }
    await notify(tx.db, accepted, [host], { text, address: `/admin/study/project/${study}?tab=team`, key: String(offer.id) })
    return { study: offer.title }
  })
