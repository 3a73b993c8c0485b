import { heldRow } from './lock/held.ts'
import type { Rows } from './reader.ts'
import { enteredText, singleText, unpairedText } from './record/second.ts'
import type { Person } from './record/second.ts'

const HERE = { subject: 'r.subject', visit: 'r.visit', id: 'r.id', delivery: 'r.delivery_id' }
/** Whether this person may be the second one of the record `r`, and nothing keeps it as it is. */
const openText = (study: number, form: number, by: Person): string => `NOT ${enteredText(form, by)} AND NOT ${heldRow(study, form, HERE)}`
/** Of a submitted record `r` of any form: whether it waits for a second entry by this person. */
export const waitsText = (study: number, form: number, by: Person): string =>
  `((SELECT f.double_entry FROM study_form f WHERE f.id = ${Math.trunc(form)}) AND ${singleText(form)} AND ${openText(study, form, by)})`

const MOST = 200
/** The oldest records of a form that wait for a second entry by this person. */
export const waitingRecords = async (db: Rows, by: Person, study: number, form: number): Promise<number[]> => {
  const text = `SELECT r.id ${unpairedText(form)} AND ${openText(study, form, by)} ORDER BY r.id LIMIT ${MOST}`
  return (await db.query<{ id: number }>(text, [])).map(({ id }) => id)
}
