import { listIn } from '#kernel'
import type { Language } from '#kernel'
import type { Rows } from '../reader.ts'
import { commonName, wordIn } from './definition.ts'
import { slotName } from './table.ts'

type Variable = { form: number; code: string; label: string | null; labelEn: string | null }
const VARIABLES = `SELECT DISTINCT ON (form, code) form, code, label, label_en AS "labelEn" FROM study_variable
  WHERE form = ANY($1::bigint[]) ORDER BY form, code, dictionary DESC`
/** Codes of variables of these forms, `a, b`, as the newest dictionary that has them calls them; what none has stays a code. */
export const variablesCalled = async (
  db: Rows,
  language: Language,
  forms: readonly number[],
): Promise<(form: number, codes: string) => string> => {
  const found = forms.length ? await db.query<Variable>(VARIABLES, [[...new Set(forms)]]) : []
  const names = new Map(
    found.map(({ form, code, label, labelEn }) => [`${form} ${code}`, wordIn(language, label ?? '', labelEn ?? '', code)]),
  )
  const called = (form: number, code: string): string => names.get(`${form} ${code}`) ?? commonName(language, code) ?? code
  return (form, codes) =>
    listIn(
      language,
      codes.split(', ').map((code) => called(form, code)),
    )
}

type Slotted = Variable & { slot: number }
const SLOTS = `SELECT DISTINCT ON (form, slot) form, slot, code, label, label_en AS "labelEn" FROM study_variable
  WHERE form = ANY($1::bigint[]) ORDER BY form, slot, dictionary DESC`
/** Slots of variables of these forms, `v7`, as the newest dictionary that has them calls them. */
export const slotsCalled = async (
  db: Rows,
  language: Language,
  forms: readonly number[],
): Promise<(form: number, slot: string) => string> => {
  const found = forms.length ? await db.query<Slotted>(SLOTS, [[...new Set(forms)]]) : []
  const names = new Map(
    found.map(({ form, slot, code, label, labelEn }) => [`${form} ${slotName(slot)}`, wordIn(language, label ?? '', labelEn ?? '', code)]),
  )
  return (form, slot) => names.get(`${form} ${slot}`) ?? slot
}

type Form = { id: number; study: number; code: string; name: string; nameEn: string }
const FORMS = `SELECT id, study, code, name, name_en AS "nameEn" FROM study_form WHERE study = ANY($1::bigint[]) AND code = ANY($2::text[])`
/** What rules judge, `form: variable, variable` in codes, as each study calls it. A table of a file and a form of another study stay as they are. */
export const targetsCalled = async (
  db: Rows,
  language: Language,
  targets: readonly { study: number | null; target: string }[],
): Promise<string[]> => {
  const parts = targets.map(({ study, target }) => {
    const [code = '', ...rest] = target.split(': ')
    return { study, target, code, columns: rest.join(': ') }
  })
  const studies = [...new Set(parts.flatMap(({ study }) => study ?? []))]
  const forms = studies.length ? await db.query<Form>(FORMS, [studies, [...new Set(parts.map(({ code }) => code))]]) : []
  const called = await variablesCalled(
    db,
    language,
    forms.map(({ id }) => id),
  )
  return parts.map(({ study, target, code, columns }) => {
    const form = forms.find((one) => one.study === study && one.code === code)
    if (!form) return target
    const name = wordIn(language, form.name, form.nameEn, form.code)
    return columns ? `${name}${language === 'en' ? ': ' : '：'}${called(form.id, columns)}` : name
  })
}

type Visit = { form: number; code: string; name: string; nameEn: string }
const VISITS = `SELECT f.id AS form, v.code, v.name, v.name_en AS "nameEn" FROM study_visit v JOIN study_form f ON f.study = v.study WHERE f.id = ANY($1::bigint[])`
/** Codes of visits, as the studies of these forms call them; what is no visit there stays as it is. */
export const visitsCalled = async (
  db: Rows,
  language: Language,
  forms: readonly number[],
): Promise<(form: number, code: string) => string> => {
  const found = forms.length ? await db.query<Visit>(VISITS, [[...new Set(forms)]]) : []
  const names = new Map(found.map(({ form, code, name, nameEn }) => [`${form} ${code}`, wordIn(language, name, nameEn, code)]))
  return (form, code) => names.get(`${form} ${code}`) ?? code
}

const BETWEEN = ' · '
/** Names of rows that know their visit, `HTN-0006 · V1`, with the visit as the study calls it. */
export const sayVisits =
  (table: 'finding' | 'query') =>
  async ({ db, language }: { db: Rows; language: Language }, all: readonly { id: number; value: string }[]): Promise<string[]> => {
    const text = `SELECT t.id, v.code, v.name, v.name_en AS "nameEn" FROM ${table} t JOIN study_visit v ON v.id = t.visit WHERE t.id = ANY($1::bigint[])`
    const found = await db.query<Omit<Visit, 'form'> & { id: number }>(text, [all.map(({ id }) => id)])
    const visits = new Map(found.map((visit) => [visit.id, visit]))
    return all.map(({ id, value }) => {
      const visit = visits.get(id)
      const [subject = '', code, ...rest] = value.split(BETWEEN)
      return visit && visit.code === code ? [subject, wordIn(language, visit.name, visit.nameEn, code), ...rest].join(BETWEEN) : value
    })
  }

type Named = { code: string; name: string | null; nameEn: string | null }
type About = { id: number; visit: Named | null; form: Named; variable: Named | null }
const SLOT = { study_mark: 't.field', study_second_entry: 'NULL' } as const
const ABOUT = (
  table: keyof typeof SLOT,
): string => `SELECT t.id, json_build_object('code', f.code, 'name', f.name, 'nameEn', f.name_en) AS form,
  CASE WHEN v.id IS NOT NULL THEN json_build_object('code', v.code, 'name', v.name, 'nameEn', v.name_en) END AS visit,
  (SELECT json_build_object('code', x.code, 'name', x.label, 'nameEn', x.label_en) FROM study_variable x WHERE x.form = t.form AND 'v' || x.slot = ${SLOT[table]}
    ORDER BY x.dictionary DESC LIMIT 1) AS variable
  FROM ${table} t JOIN study_form f ON f.id = t.form LEFT JOIN study_visit v ON v.id = t.visit WHERE t.id = ANY($1::bigint[])`
/** Names of rows that are about a record, `HTN-0006 · Week 4 · Vital signs · Systolic`: but for the subject and the number they were written in the language of whoever made them. */
export const sayRecords =
  (table: keyof typeof SLOT) =>
  async ({ db, language }: { db: Rows; language: Language }, all: readonly { id: number; value: string }[]): Promise<string[]> => {
    const found = await db.query<About>(ABOUT(table), [all.map(({ id }) => id)])
    const called = (named: Named | null) => named && wordIn(language, named.name ?? '', named.nameEn ?? '', named.code)
    const abouts = new Map(found.map((about) => [about.id, about]))
    return all.map(({ id, value }) => {
      const about = abouts.get(id)
      if (!about) return value
      const [subject, last] = [value.split(BETWEEN)[0], /(?<= · )#\d+$/.exec(value)?.[0]]
      return [subject, called(about.visit), called(about.form), called(about.variable), last].filter(Boolean).join(BETWEEN)
    })
  }
