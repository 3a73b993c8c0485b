import { fail } from '#kernel'
import { serve } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { ownSitesOf } from '#study/team.ts'
import { studySignature } from '../index.ts'
import { withFormNames } from './called.ts'
import { memberSignatureRoutes } from './member-routes.ts'
import { proofRoutes, redeem, refuseOthers } from './proof.ts'
import { withSigners } from './signer.ts'
import { askHash, hashing } from './task.ts'
import { memberSignatures, signatureWidgets } from './widget.ts'

/** What is signed of one subject is told at their site alone. */
const SITES = `CASE t."scope" WHEN 'subject' THEN ARRAY(SELECT s.department FROM study_subject s WHERE s.id = t."subject") END`

export default serve(studySignature, {
  scope: ownSitesOf(SITES),
  widgets: signatureWidgets,
  tasks: [hashing],
  memberWork: [memberSignatures],
  routes: (declare) => {
    proofRoutes(declare)
    memberSignatureRoutes(declare)
  },
  showAll: async (ctx, rows) => withSigners(ctx, await withFormNames(ctx, rows)),
  after: { add: askHash },
  actions: {
    sign: async (ctx, [row], { meaning, proof }) => {
      if (!row) throw fail('record.missing')
      await refuseOthers(ctx, row)
      await redeem(ctx, row, meaning, proof)
      const byMember = ctx.actor.kind === 'member' ? ctx.actor.id : null
      const facts = { meaning, by: adminId(ctx.actor), byMember, signedAt: nowOf(ctx) }
      await ctx.engine.move(ctx, studySignature.name, { id: row.id, to: 'signed' }, facts)
      await askHash(ctx, row)
      return { count: 1 }
    },
  },
})
