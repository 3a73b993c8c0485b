import type { Proof } from '#server/model/half.ts'
import { tableName } from '#study/record/table.ts'
import { formName } from './form.ts'

const FORMS = `SELECT id FROM study_form WHERE to_regclass('record.t' || id) IS NOT NULL ORDER BY id`
const SHOWN = 20
type Wrong = { id: number; slot: number | null }

/** What must hold of the cells of a form; each answers those that break it. */
const checks = (form: number): readonly { words: string; text: string }[] => {
  const table = `"record"."${tableName(form)}"`
  const cell = `(to_jsonb(t) ->> ('v' || c.slot))`
  const moved = `FROM (SELECT DISTINCT ON (record_id) record_id, action FROM audit_entry
    WHERE resource = '${formName(form)}' AND action IN ('add', 'del', 'restore', 'delete') ORDER BY record_id, id DESC) e`
  return [
    {
      words: 'has another value than its last change',
      text: `SELECT t.id, c.slot FROM (SELECT DISTINCT ON (record, slot) record, slot, after FROM value_change WHERE form = ${form} ORDER BY record, slot, id DESC) c
        JOIN ${table} t ON t.id = c.record WHERE ${cell} IS DISTINCT FROM c.after`,
    },
    {
      words: 'has a change that does not begin where the one before it ended',
      text: `SELECT record AS id, slot FROM (SELECT record, slot, before, lag(after) OVER own AS prior, row_number() OVER own AS n
        FROM value_change WHERE form = ${form} WINDOW own AS (PARTITION BY record, slot ORDER BY id)) c WHERE n > 1 AND before IS DISTINCT FROM prior`,
    },
    {
      // Of what was delivered the file tells with what it was born.
      words: 'holds a value that nobody has entered',
      text: `SELECT t.id, substr(k.key, 2)::int AS slot FROM ${table} t CROSS JOIN LATERAL jsonb_each_text(to_jsonb(t)) k
        WHERE t.delivery_id IS NULL AND k.key ~ '^v[0-9]+$' AND k.value IS NOT NULL
          AND (SELECT c.before IS NOT NULL FROM value_change c WHERE c.form = ${form} AND c.record = t.id AND c.slot = substr(k.key, 2)::int ORDER BY c.id LIMIT 1) IS NOT FALSE`,
    },
    {
      words: 'is in the table, but no entry tells that it was added',
      text: `SELECT t.id, NULL AS slot FROM ${table} t WHERE t.delivery_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM audit_entry e WHERE e.resource = '${formName(form)}' AND e.action = 'add' AND e.record_id = t.id::text)`,
    },
    {
      words: 'is gone from the table, but the trail has it',
      text: `SELECT e.record_id AS id, NULL AS slot ${moved} WHERE e.action <> 'delete' AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id::text = e.record_id)`,
    },
  ]
}

/** The records of the forms against the history of their values, and those that were entered against the trail. */
export const replayCells = async ({ db, say, signal }: Proof): Promise<string[]> => {
  const problems: string[] = []
  const forms = await db.query<{ id: number }>(FORMS)
  for (const { id: form } of forms)
    for (const { words, text } of checks(form)) {
      signal.throwIfAborted()
      const found = await db.query<Wrong>(`${text} ORDER BY 1 LIMIT ${SHOWN}`)
      problems.push(...found.map(({ id, slot }) => `${formName(form)} #${id}${slot === null ? '' : ` v${slot}`} ${words}`))
    }
  if (forms.length > 0) say(`read   clinical.data: ${forms.length} forms`)
  return problems
}
