import { hospitalTime } from '#kernel'
import type { Held as Kept, Language, Words } from '#kernel'
import type { Rows } from '../reader.ts'

export const SCOPES = ['study', 'gather', 'form', 'visit', 'subject', 'record'] as const
export type Scope = (typeof SCOPES)[number]
export type Level = 'freeze' | 'lock'
/** Where something stands in a study. A record is named with its form. */
export type Place = { readonly study: number } & { readonly [S in Exclude<Scope, 'study'>]?: number | null }
/** What is known of a lock where it refuses something. */
export type Held = { scope: string; level: string; title: string; by: string | null; since: string }

const CALLED: Readonly<Record<string, Words>> = {
  study: { 'zh-cn': '研究', en: 'Study' },
  gather: { 'zh-cn': '采集项目', en: 'Gather project' },
  form: { 'zh-cn': '表单', en: 'Form' },
  visit: { 'zh-cn': '访视', en: 'Visit' },
  subject: { 'zh-cn': '受试者', en: 'Subject' },
  record: { 'zh-cn': '记录', en: 'Record' },
}

/** Which scope, by whom and since when: the page's, the engine's and the database's refusal say the same. */
export const wordsOf = ({ scope, level, title, by, since }: Held): Words => {
  const at = hospitalTime(since).slice(0, 16)
  const isLock = level === 'lock'
  return {
    'zh-cn': `${CALLED[scope]?.['zh-cn'] ?? ''}“${title}”已由${by ?? '系统'}于 ${at} ${isLock ? '锁定' : '冻结'}`,
    en: `${CALLED[scope]?.en ?? ''} “${title}” was ${isLock ? 'locked' : 'frozen'} by ${by ?? 'the system'} on ${at}`,
  }
}

/** As the guard in the database tells it. */
export const heldIn = (detail: string): Held => {
  const [scope = '', level = '', title = '', by = '', since = ''] = detail.split('\u001F')
  return { scope, level, title, by: by || null, since }
}

/**
 * Held until the end of the transaction: who freezes waits for whoever writes, and who writes sees what was frozen. The turn comes before the
 * row: sharers of a row let each other in for ever past somebody who wants it alone, those of a turn do not.
 */
const SHARE = 'SELECT pg_advisory_xact_lock_shared(7340035, $1::int)'
const HOLD = 'SELECT 1 FROM study_project WHERE id = $1 FOR KEY SHARE'
/** Of whoever writes into a study, before they hold anything else of it. */
export const shareStudy = async (db: Rows, study: number): Promise<void> => {
  const name = `study ${study}`
  if (db.held?.has(name)) return
  await db.query(SHARE, [study])
  await db.query(HOLD, [study])
  db.held?.add(name)
}
/** Before the study is held by whoever closes it or opens it again. */
export const takeTurn = async (db: Rows, study: number): Promise<void> =>
  void (await db.query('SELECT pg_advisory_xact_lock(7340035, $1::int)', [study]))
const HELD = `SELECT l.scope, l.level, l.title, a.nickname AS by, l.since::text FROM study_lock l LEFT JOIN auth_admin a ON a.id = l.by
  WHERE l.study = $1 AND l.state <> 'lifted'`
const WHOLE = `${HELD.replace('SELECT ', 'SELECT l.form, ')} AND l.scope IN ('study', 'form') ORDER BY l.scope DESC, l.id`
/** What keeps whole forms of a study from taking anything new, for whoever reads them: that of the study is that of each of its forms. */
export const heldForms = async (db: Rows, study: number, language: Language): Promise<(form: number) => string | null> => {
  const found = await db.query<Held & { form: number | null }>(WHOLE, [study])
  return (form) => {
    const held = found.find((one) => one.scope === 'study' || one.form === form)
    return held ? wordsOf(held)[language] : null
  }
}
const fits = (gather: string, form: string, visit: string, subject: string, record: string): string =>
  `AND (l.scope = 'study' OR (l.scope = 'gather' AND l.gather = ${gather}) OR (l.scope = 'form' AND l.form = ${form}) OR (l.scope = 'visit' AND l.visit = ${visit})
  OR (l.scope = 'subject' AND l.subject = ${subject}) OR (l.scope = 'record' AND l.form = ${form} AND l.record = ${record}))`

/** What keeps this place as it is, in words. Freezing stops data; what is said about data is stopped by locks alone. */
export const heldOn = async (db: Rows, place: Place, levels: readonly Level[] = ['freeze', 'lock']): Promise<Words | null> => {
  const { study, gather = null, form = null, visit = null, subject = null, record = null } = place
  await shareStudy(db, study)
  const text = `${HELD} ${fits('$2', '$3', '$4', '$5', '$6')} AND l.level = ANY($7) ORDER BY l.id LIMIT 1`
  const [held] = await db.query<Held>(text, [study, gather, form, visit, subject, record, levels])
  return held ? wordsOf(held) : null
}

const AMONG = `SELECT p.record AS id, h.* FROM jsonb_to_recordset($2::jsonb) AS p(gather bigint, form bigint, visit bigint, subject bigint, record bigint)
  CROSS JOIN LATERAL (${HELD} ${fits('p.gather', 'p.form', 'p.visit', 'p.subject', 'p.record')} ORDER BY l.level DESC, l.id LIMIT 1) h`
/** The same of many records, for whoever reads them: nobody waits here for a freeze, the write is asked again. A lock is said before a freeze. */
export const heldAmong = async (
  db: Rows,
  study: number,
  places: readonly Omit<Place, 'study'>[],
  language: Language,
): Promise<Readonly<Record<number, Kept>>> => {
  const found = await db.query<Held & { id: number }>(AMONG, [study, JSON.stringify(places)])
  return Object.fromEntries(found.map(({ id, ...held }) => [id, { why: wordsOf(held)[language], isFinal: held.level === 'lock' }]))
}

const LOCKED = `SELECT p.at FROM jsonb_to_recordset($1::jsonb) AS p(at int, study bigint, gather bigint, form bigint, visit bigint, subject bigint, record bigint)
  WHERE EXISTS (SELECT 1 FROM study_lock l WHERE l.study = p.study AND l.level = 'lock' AND l.state <> 'lifted'
    ${fits('p.gather', 'p.form', 'p.visit', 'p.subject', 'p.record')})`
/** Which of these places a lock keeps as they are, by their index. */
export const lockedPlaces = async (db: Rows, places: readonly Place[]): Promise<ReadonlySet<number>> => {
  if (places.length === 0) return new Set()
  const given = JSON.stringify(places.map((place, at) => ({ ...place, at })))
  return new Set((await db.query<{ at: number }>(LOCKED, [given])).map(({ at }) => at))
}

const whole = (n: number): number => {
  if (!Number.isSafeInteger(n)) throw new Error(`${n} is no number of a record`)
  return n
}
/**
 * Of many records at once: whether a lock on less than their form keeps the row `t` as it is. A row that is still to come has no `id` and no
 * `delivery_id`. Where the study has no lock that is asked once, and not for each of a million rows.
 */
export const heldRow = (study: number, form: number, t: { subject: string; visit: string; id?: string; delivery?: string }): string =>
  `(EXISTS (SELECT 1 FROM study_lock l WHERE l.study = ${whole(study)} AND l.state <> 'lifted') AND EXISTS (SELECT 1 FROM study_lock l
    WHERE l.study = ${whole(study)} AND l.state <> 'lifted' AND (l.scope = 'subject' AND l.subject = ${t.subject}
    OR l.scope = 'visit' AND l.visit = ${t.visit}${t.id ? ` OR l.scope = 'record' AND l.form = ${whole(form)} AND l.record = ${t.id}` : ''}${
      t.delivery ? ` OR l.scope = 'gather' AND l.gather = (SELECT d.gather FROM gather_delivery d WHERE d.id = ${t.delivery})` : ''
    })))`
