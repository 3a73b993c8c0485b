import { fail, refuse, type Row } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { leads, ownSites, reaches } from '#study/team.ts'
import { studyInvitation } from '../index.ts'
import locale from '../locale.ts'
import { accepted } from './accept.ts'
import { endLink, issueLink, pathOf } from './link.ts'
import { canMail, mailLink } from './mail.ts'
import { invitationRoutes } from './routes.ts'

const DAY_MS = 86_400_000
const USUAL_MS = 7 * DAY_MS
const MOST_MS = 90 * DAY_MS

type Plan = { study: number; departments?: readonly number[] | null; to?: string | null; expiresAt: string }
/** Nobody gives what they could not give by hand. */
const refuseUnfit = async (ctx: Ctx, { study, departments, to, expiresAt }: Plan): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'lead')
  if (departments?.length && !(await reaches(ctx.db, ctx.actor, study, departments))) throw refuse(locale, 'beyond')
  const left = Date.parse(expiresAt) - Date.parse(nowOf(ctx))
  if (!(left > 0 && left <= MOST_MS)) throw refuse(locale, 'past')
  if (to && Date.parse(to) <= Date.parse(expiresAt)) throw refuse(locale, 'times')
}

type Open = Row<typeof studyInvitation>
/** A new link, mailed where it can be; the one before is void. */
const issueLinkOf = async (ctx: Ctx, row: Open) => {
  const expiresAt = row.expiresAt ?? nowOf(ctx)
  await ctx.engine.edit(ctx, studyInvitation.name, { id: row.id }, { issuedAt: nowOf(ctx), by: adminId(ctx.actor) })
  const code = await issueLink(ctx.db, row.id, expiresAt)
  return { path: pathOf(code), mailed: await mailLink(ctx, { ...row, expiresAt }, code) }
}

export default serve(studyInvitation, {
  routes: invitationRoutes,
  notifications: [accepted],
  scope: ownSites('departments'),
  before: {
    add: async (ctx, draft) => {
      const expiresAt = draft.expiresAt ?? new Date(Date.parse(nowOf(ctx)) + USUAL_MS).toISOString()
      await refuseUnfit(ctx, { ...draft, expiresAt })
      return { ...draft, expiresAt, by: adminId(ctx.actor) }
    },
    edit: async (ctx, row, change) => {
      if (row.state !== 'open') throw refuse(locale, 'closed')
      const expiresAt = change.expiresAt ?? row.expiresAt ?? nowOf(ctx)
      await refuseUnfit(ctx, { ...row, ...change, expiresAt })
      return { ...change, expiresAt }
    },
  },
  after: {
    // Whoever saves an invitation with an address means to send it; a link to pass on by hand is shown once, where it is asked for.
    add: async (ctx, row) => {
      if (row.email && (await canMail(ctx))) await issueLinkOf(ctx, row)
    },
    // A link is of what was promised then: with another role or address it is another invitation.
    edit: (ctx, { id }) => endLink(ctx.db, [id]),
    move: (ctx, { id }) => endLink(ctx.db, [id]),
    del: (ctx, rows) =>
      endLink(
        ctx.db,
        rows.map(({ id }) => id),
      ),
  },
  actions: {
    issue: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      if (row.state !== 'open') throw refuse(locale, 'closed')
      await refuseUnfit(ctx, { ...row, expiresAt: row.expiresAt ?? nowOf(ctx) })
      return issueLinkOf(ctx, row)
    },
  },
})
