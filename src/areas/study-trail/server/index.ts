import * as z from 'zod'
import { fail } from '#kernel'
import { servePage } from '#server'
import type { Actor, Call } from '#server'
import { studyTrail } from '../index.ts'
import { askedOf } from './asked.ts'
import { eventsOf } from './event.ts'
import type { Cursor } from './event.ts'
import { sendTrail } from './export.ts'
import { shown } from './show.ts'

const PAGE = 100
const cursor = z.tuple([z.iso.datetime({ offset: true }), z.int().min(0).max(3), z.int().min(0), z.int().min(0)])
const cursorIn = (given: unknown): Cursor | undefined => {
  if (given === undefined || given === '') return undefined
  try {
    const [at, rank, form, id] = cursor.parse(JSON.parse(String(given)))
    return { at, rank, form, id }
  } catch {
    throw fail('input.badPage', { limit: PAGE })
  }
}

const FORMS = `SELECT id, name, name_en AS "nameEn" FROM study_form WHERE study = $1 ORDER BY position, id`
const trail = async (call: Call, actor: Actor) => {
  const asked = await askedOf(call, actor)
  const events = await eventsOf(asked, { limit: PAGE + 1, after: cursorIn(call.query['after']) })
  const page = events.slice(0, PAGE)
  const last = page.at(-1)
  return {
    study: asked.study,
    subject: asked.subject,
    forms: await asked.ctx.db.query(FORMS, [asked.study.id]),
    list: await shown(asked.ctx, page),
    next: events.length > PAGE && last ? JSON.stringify([last.at, last.rank, last.form ?? 0, last.id]) : null,
  }
}

export default servePage(studyTrail, (declare) => {
  declare.guarded('GET', '/admin/study.trail/index', { audience: 'admin', rule: 'study/trail/index' }, trail)
  declare.guarded('GET', '/admin/study.trail/export', { address: 'ticket' }, sendTrail)
})
