import { can, ruleOf } from '#kernel'
import { NO_CHANGE_SQL } from '#server/audit/kind.ts'
import { HOSPITAL_ZONE } from '#server/zone.ts'
import { tableName } from '#study/record/table.ts'
import { ABOUT, FOUND, REACHED, SAID, importedText, sourcesOf } from '#study/trail/source.ts'
import type { Kind } from '#study/trail/source.ts'
import type { Asked } from './asked.ts'

export type Pair = [unknown, unknown]
export type Event = {
  at: string
  /** Where it stands: an entry of the audit trail is 0. */
  rank: number
  id: number
  by: string
  kind: Kind
  action: string
  resource: string
  record: string
  label: string
  changes: Record<string, Pair>
  reason: string | null
  form: number | null
  formName: string | null
  subject: number | null
  subjectCode: string | null
  visitName: string | null
}
/** The last one that somebody has: events of one moment stand in the order of their numbers. */
export type Cursor = Pick<Event, 'at' | 'rank' | 'id'> & { form: number }

const FORMS = `SELECT f.id FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
/** What reading a file found out is told by the file; its version is what was sent. */
const READ_OUT = `e.resource = 'datafile.version' AND e.action = 'edit'`
/** A thread says what happened to a query in words; with `isWhole` its sealed entries come too. */
const textOf = ({ ctx: { actor } }: Asked, forms: readonly number[], isWhole: boolean): string => {
  const may = (resource: string) => can(actor.rules, ruleOf(resource.startsWith('clinical.data.') ? 'clinical.data' : resource, 'index'))
  const own = sourcesOf(forms).filter(({ resource, about = resource }) => may(resource) && may(about) && (isWhole || resource !== 'query'))
  const entries = `SELECT e.at, 0 AS rank, e.id, e.actor_name AS by, o.kind, e.action, e.resource, e.record_id AS record, e.label, e.changes, e.reason,
    o.department, o.subject, o.visit, o.form FROM (${own.map(({ text }) => text).join(' UNION ALL ')}) o
    JOIN audit_entry e ON e.resource = o.resource AND e.record_id = o.record WHERE e.action NOT IN (${NO_CHANGE_SQL})${
      isWhole ? '' : ` AND NOT (${READ_OUT})`
    }`
  return [
    entries,
    ...(may('clinical.data') ? forms.map(importedText) : []),
    ...(may('query') ? [SAID] : []),
    ...(may('finding') ? [FOUND] : []),
  ].join(' UNION ALL ')
}

/** Somebody is looked for by the name that is shown, or by the one they sign in with. */
const NAMED = `SELECT nickname FROM auth_admin WHERE username ILIKE $5 UNION SELECT nickname FROM user_user WHERE username ILIKE $5`
type Wish = { limit: number; after?: Cursor | undefined; isWhole?: boolean }
/** What happened, as far as the reader reaches it, in the order of time. */
export const eventsOf = async (asked: Asked, { limit, after, isWhole = false }: Wish): Promise<Event[]> => {
  const { ctx, study, subject, reach, filter } = asked
  const { kinds, by, form, from, to, isOldestFirst } = filter
  const forms = (await ctx.db.query<{ id: number }>(FORMS, [study.id])).map(({ id }) => id)
  const [direction, behind] = isOldestFirst ? ['ASC', '>'] : ['DESC', '<']
  const day = `(x.at AT TIME ZONE '${HOSPITAL_ZONE}')::date`
  const name = ctx.language === 'en' ? 'name_en' : 'name'
  const text = `SELECT x.*, s.code AS "subjectCode", coalesce(nullif(f.${name}, ''), f.name) AS "formName", coalesce(nullif(v.${name}, ''), v.name) AS "visitName"
    FROM (${textOf(asked, forms, isWhole)}) x LEFT JOIN study_subject s ON s.id = x.subject LEFT JOIN study_form f ON f.id = x.form
    LEFT JOIN study_visit v ON v.id = x.visit
    WHERE ${ABOUT} AND ${REACHED} AND x.kind = ANY($4) AND ($5::text IS NULL OR x.by ILIKE '%' || $5 || '%' OR x.by IN (${NAMED})) AND ($6::bigint IS NULL OR x.form = $6)
    AND ($7::date IS NULL OR ${day} >= $7) AND ($8::date IS NULL OR ${day} <= $8)
    AND ($9::timestamptz IS NULL OR (x.at, x.rank, coalesce(x.form, 0), x.id) ${behind} ($9, $10::int, $11::bigint, $12::bigint))
    ORDER BY x.at ${direction}, x.rank ${direction}, coalesce(x.form, 0) ${direction}, x.id ${direction} LIMIT $13`
  const cursor = [after?.at ?? null, after?.rank ?? null, after?.form ?? null, after?.id ?? null]
  const found = await ctx.db.query<Event>(text, [
    study.id,
    subject?.id ?? null,
    reach,
    kinds,
    by?.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`) ?? null,
    form,
    from,
    to,
    ...cursor,
    limit,
  ])
  await bear(asked, found)
  return found
}

const BORN = 2
type Born = Record<string, unknown> & { id: number; first: Record<string, string | null> | null }
/** The values that a record came with: those of now, but for what was there before their first change. */
const bear = async ({ ctx }: Asked, events: readonly Event[]): Promise<void> => {
  const born = Map.groupBy(
    events.filter(({ rank }) => rank === BORN),
    ({ form }) => form ?? 0,
  )
  for (const [form, list] of born) {
    const rows = await ctx.db.query<Born>(
      `SELECT r.*, (SELECT jsonb_object_agg('v' || c.slot, c.before) FROM (SELECT DISTINCT ON (slot) slot, before FROM value_change
        WHERE form = $1 AND record = r.id ORDER BY slot, id) c) AS first FROM "record"."${tableName(form)}" r WHERE r.id = ANY($2::bigint[])`,
      [form, list.map(({ record }) => Number(record))],
    )
    const known = new Map(rows.map((row) => [String(row.id), row]))
    for (const event of list) event.changes = valuesOf(known.get(event.record))
  }
}
const SLOT = /^v\d+$/
const valuesOf = (row: Born | undefined): Record<string, Pair> => {
  if (!row) return {}
  const values = Object.entries(row).filter(([name]) => SLOT.test(name))
  return Object.fromEntries(
    values.flatMap(([name, now]): [string, Pair][] => {
      const value = row.first && name in row.first ? row.first[name] : now
      return value === null || value === undefined ? [] : [[name, [null, value]]]
    }),
  )
}
