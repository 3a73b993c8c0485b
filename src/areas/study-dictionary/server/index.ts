import { fail, refuse, type Row } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { nowOf } from '#server/model/context.ts'
import { checkContent } from '#study/dictionary/check.ts'
import { headsOf, parseContent } from '#study/dictionary/content.ts'
import { loadContent, slotHistory } from '#study/dictionary/load.ts'
import { toldContent } from '#study/told.ts'
import { shareStudy } from '#study/lock/held.ts'
import { closedStudy, staysUnderWay } from '#study/state.ts'
import { studyDictionary } from '../index.ts'
import locale from '../locale.ts'
import { indexing } from './indexing.ts'
import { publish, publishBlockers } from './publish.ts'
import { dictionaryRoutes } from './routes.ts'
import { removeForms, saveContent } from './save.ts'

const DRAFT = `SELECT 1 FROM study_dictionary WHERE study = $1 AND state = 'draft'`
const LAST = `SELECT max(number) AS number, max(id) FILTER (WHERE state = 'published') AS base FROM study_dictionary WHERE study = $1`
const PARTS = ['variable', 'codelist'] as const

/** Those of a draft go with it. */
const removeParts = async (ctx: Ctx, row: Row<typeof studyDictionary>) => {
  const dictionary = row.id
  for (const part of PARTS) {
    const rows = await ctx.db.query<{ id: number }>(`SELECT id FROM study_${part} WHERE dictionary = $1`, [dictionary])
    const ids = rows.map(({ id }) => id)
    if (ids.length) await ctx.engine.del(ctx, `study.${part}`, ids)
  }
  await removeForms(ctx, row)
}

export default serve(studyDictionary, {
  lockScope: closedStudy,
  routes: dictionaryRoutes,
  tasks: [indexing],
  gates: { published: publishBlockers },
  // Data are entered by the version that holds: nobody changes it alone.
  wantsSecond: async (ctx, { study }) => staysUnderWay(ctx.db, study),
  before: {
    add: async (ctx, draft) => {
      await shareStudy(ctx.db, draft.study)
      // Two new versions at once would get one number.
      const [study] = await ctx.db.query<{ code: string }>('SELECT code FROM study_project WHERE id = $1 FOR NO KEY UPDATE', [draft.study])
      if ((await ctx.db.query(DRAFT, [draft.study])).length) throw refuse(locale, 'draftThere')
      const [last] = await ctx.db.query<{ number: number | null; base: number | null }>(LAST, [draft.study])
      const number = Number(last?.number ?? 0) + 1
      const base = last?.base ?? null
      const forms = base === null ? [] : headsOf(await loadContent(ctx.db, base))
      return { ...draft, number, title: `${study?.code ?? ''} v${number}`, base, forms }
    },
    del: async (ctx, rows) => {
      if (rows.some(({ state }) => state !== 'draft')) throw refuse(locale, 'kept')
      for (const row of rows) await removeParts(ctx, row)
    },
    move: async (ctx, _, to) => (to === 'published' ? { publishedAt: nowOf(ctx), publishedBy: adminId(ctx.actor) } : {}),
  },
  after: {
    add: async (ctx, row) => {
      if (row.base !== null) await saveContent(ctx, row, await loadContent(ctx.db, row.base))
    },
    move: async (ctx, row) => {
      if (row.state === 'published') await publish(ctx, row)
    },
  },
  actions: {
    save: async (ctx, [row], { content, version }) => {
      if (!row) throw fail('record.missing')
      if (row.state !== 'draft') throw refuse(locale, 'notDraft')
      const before = await loadContent(ctx.db, row.id)
      // What somebody is not told of is not in what they send back, and would be gone.
      if ((await toldContent(ctx.db, ctx.actor, row.study, before)) !== before) throw refuse(locale, 'untold')
      const given = parseContent(content)
      if (!given) throw refuse(locale, 'unreadable')
      // Noted on the version itself: whoever has an older one on the screen is told.
      const saved = await ctx.engine.edit(
        ctx,
        studyDictionary.name,
        { id: row.id, version },
        { savedAt: nowOf(ctx), forms: headsOf(given) },
      )
      await saveContent(ctx, row, given)
      const stored = await loadContent(ctx.db, row.id)
      return { version: saved.version, content: stored, problems: checkContent(stored, await slotHistory(ctx.db, row.study)) }
    },
  },
})
