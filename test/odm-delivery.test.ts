import { expect, test } from 'vitest'
import { readOdm } from '../src/study/exchange/odm/read.ts'
import { gathered } from '../src/study/exchange/testing/gathered.ts'
import { REDCAP_PROJECT, WITH_SITES } from '../src/study/exchange/testing/redcap-project.ts'
import { accept, admin, call, counts, deliver, departments, left, server, sql, withDeliveries } from './delivery-kit.ts'
import { add, move, post, read } from './study-kit.ts'

withDeliveries()

/** The project with the story of one value, entered as 1 and corrected to 0, and without sites. */
const AUDITED = WITH_SITES.replace('<SiteRef LocationOID="ward-3"/>', '')

type Taken = { study: number; forms: Map<string, number> }
const taken = async (code: string, text: string): Promise<Taken> => {
  const own = { code, title: '导入的研究', titleEn: 'Imported study', department: departments[0] }
  const { data, msg } = await post<{ id: number; dictionary: number }>(call, 'study.project/take', { text, ...own })
  if (!data?.id) throw new Error(msg)
  expect(await move(call, 'study.dictionary', data.dictionary, 'published', '导入')).toMatchObject({ code: 1 })
  const { version } = await read(call, 'study.project', data.id)
  await post(call, 'study.project/edit', { id: data.id, version, pi: 1, ethicsNo: 'E-1', plannedN: 10 })
  for (const to of ['submitted', 'approved', 'collecting'])
    expect(await move(call, 'study.project', data.id, to)).toMatchObject({ code: 1 })
  const forms = await sql<{ id: number; code: string }>('SELECT id, code FROM study_form WHERE study = $1', [data.id])
  return { study: data.id, forms: new Map(forms.map((form) => [form.code, form.id])) }
}
let number = 0
/** The file handed over for one form, with the subjects that it brings. */
const brought = async ({ study, forms }: Taken, form: string, text: string, places: readonly number[] = [departments[0]]) => {
  const body = {
    study,
    code: `OD-${++number}`,
    name: form,
    nameEn: form,
    form: forms.get(form),
    intake: 'flag',
    departments: places,
  }
  const gather = (await add(call, 'gather.project', body)).id
  expect((await move(call, 'gather.project', gather, 'open')).code).toBe(1)
  let row = await deliver(gather, text, 'project.xml')
  if (Number(row['rows_rejected']) > 0) {
    expect(await post(call, 'gather.delivery/addSubjects', { ids: [row.id] })).toMatchObject({ code: 1 })
    row = await left(gather, 1, 'received', 'reading')
  }
  return { ...(await accept(row)), gather }
}
/** Every value of a form by subject, visit, instance and variable, as it is stored. */
const stored = async ({ study, forms }: Taken, form: string) => {
  const variables = await sql<{ code: string; slot: number }>(
    `SELECT v.code, v.slot FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published' AND v.form = $2 ORDER BY v.slot`,
    [study, forms.get(form)],
  )
  const rows = await sql(`SELECT s.code AS subject, v.code AS visit, t.instance, to_jsonb(t) AS cells FROM "record"."t${forms.get(form)}" t
    JOIN study_subject s ON s.id = t.subject LEFT JOIN study_visit v ON v.id = t.visit ORDER BY 1, 2, 3`)
  return rows.map(({ subject, visit, instance, cells }) => ({
    subject,
    visit,
    instance,
    ...Object.fromEntries(
      variables.flatMap(({ code, slot }) => {
        const value: unknown = Reflect.get(Object(cells), `v${slot}`)
        return value === null ? [] : [[code, value]]
      }),
    ),
  }))
}

test('AA-01 a project of REDCap with its data: read, written and read again without loss, with the story of its values', async () => {
  const first = await taken('OD-1', AUDITED)
  const people = await brought(first, 'demographics', AUDITED)
  expect(people).toMatchObject({ state: 'accepted', rowsIn: 2, rowsStored: 2, rowsRejected: 0 })
  expect(await sql('SELECT code, department FROM study_subject WHERE study = $1 ORDER BY code', [first.study])).toEqual([
    { code: '001', department: departments[0] },
    { code: '002', department: departments[0] },
  ])
  expect(await stored(first, 'demographics')).toMatchObject([
    {
      subject: '001',
      visit: 'start_arm_1',
      instance: 1,
      full_name: '王"小"<二>',
      address: 'Line 1\nLine 2\tend',
      dob: '1970-02-28',
      sex: '0',
      height: '-99',
      symptom: '1,2',
    },
    { subject: '002', visit: 'start_arm_2', sex: '1' },
  ])
  expect(await brought(first, 'drugs', AUDITED)).toMatchObject({ rowsIn: 4, rowsStored: 4, rowsRejected: 0 })
  expect(await stored(first, 'drugs')).toEqual([
    { subject: '001', visit: 'start_arm_1', instance: 1, drug: 'aspirin', dose: '0.50' },
    { subject: '001', visit: 'start_arm_1', instance: 2, drug: 'β-blocker', dose: '<0.5' },
    { subject: '001', visit: 'week_4_arm_1', instance: 1, drug: 'none' },
    { subject: '001', visit: 'week_4_arm_1', instance: 2, drug: 'again' },
  ])

  // What the other system says of a value is its story, and said to be that system's.
  const form = first.forms.get('demographics')!
  const [cell] = await sql<{ record: number; slot: number }>('SELECT record, slot FROM value_origin WHERE form = $1 LIMIT 1', [form])
  const query = { form: String(form), id: String(cell!.record), field: `v${cell!.slot}` }
  const { data } = await call<{ list: object[] }>('/admin/clinical.data/story', { query })
  expect(data.list.slice(-2)).toMatchObject([
    { source: 'origin', before: '1', after: '0', by: 'doctor · ward-3 · REDCap', reason: 'Typed wrongly' },
    { source: 'origin', before: null, after: '1', by: 'nurse · ward-3 · REDCap', reason: null },
  ])
  await expect(sql('DELETE FROM value_origin')).rejects.toThrow()

  // Handed over once more nothing changes, and nothing is told twice.
  expect(counts(await deliver(people.gather, AUDITED, 'project.xml'))).toEqual([2, 0, 0, 2, 0])

  // Out, and in again as another study.
  const answer = await fetch(`${server.address}/admin/study.project/package?server=1&id=${first.study}&format=odm`, {
    headers: { batoken: admin.token },
  })
  const written = Buffer.from(await answer.arrayBuffer())
  const parts = await gathered(readOdm([written]))
  const values = parts.flatMap((part) => (part.kind === 'subject' ? part.subject.records.flatMap((record) => record.values) : []))
  expect(values.find(({ item, value }) => item === 'I.demographics.sex' && value === '0')?.audit).toEqual({
    at: '2026-01-06T09:30:00+08:00',
    user: 'doctor',
    location: 'ward-3',
    reason: 'Typed wrongly',
    source: 'REDCap',
  })
  expect(values.every(({ audit: said }) => said !== null && said.at !== '' && said.user !== '')).toBe(true)
  const second = await taken('OD-2', written.toString())
  for (const name of ['demographics', 'drugs']) {
    await brought(second, name, written.toString())
    expect(await stored(second, name)).toEqual(await stored(first, name))
  }
})

test('AA-01 subjects come to the sites that the file names, and their sites go out and come in again', async () => {
  const text = WITH_SITES.replaceAll('ward-3', 'SITE-B').replace(
    '<SubjectData SubjectKey="002" redcap:RecordIdField="record_id">',
    '$&<SiteRef LocationOID="SITE-A"/>',
  )
  const sites = ({ study }: Taken) => sql('SELECT code, department FROM study_subject WHERE study = $1 ORDER BY code', [study])
  const first = await taken('OD-S1', text)
  const accepted = await brought(first, 'demographics', text, departments)
  expect(accepted).toMatchObject({ state: 'accepted', rowsStored: 2 })
  // Whose codes they are is for whoever sees the rows, not for everybody who sees that a file came.
  expect(JSON.stringify(accepted)).not.toMatch(/"00[12]"/)
  expect(await sites(first)).toEqual([
    { code: '001', department: departments[1] },
    { code: '002', department: departments[0] },
  ])
  const answer = await fetch(`${server.address}/admin/study.project/package?server=1&id=${first.study}&format=odm`, {
    headers: { batoken: admin.token },
  })
  const written = await answer.text()
  const parts = await gathered(readOdm([Buffer.from(written)]))
  expect(parts.flatMap((part) => (part.kind === 'subject' ? [[part.subject.key, part.subject.site]] : []))).toEqual([
    ['001', 'SITE-B'],
    ['002', 'SITE-A'],
  ])
  const locations = parts.flatMap((part) => (part.kind === 'admin' ? part.admin.children.map(({ attributes }) => attributes['OID']) : []))
  expect(locations).toEqual(['SITE-A', 'SITE-B'])
  const second = await taken('OD-S2', written)
  await brought(second, 'demographics', written, departments)
  expect(await sites(second)).toEqual(await sites(first))
})

test('AA-01 hostile or foreign XML leaves a delivery that says what is wrong with it', async () => {
  const study = await taken('OD-3', REDCAP_PROJECT)
  const body = { study: study.study, code: 'OD-X', name: 'x', nameEn: 'x', form: study.forms.get('drugs'), departments: [departments[0]] }
  const gather = (await add(call, 'gather.project', body)).id
  await move(call, 'gather.project', gather, 'open')
  const trouble = async (text: string) => {
    const row = await deliver(gather, text, 'project.xml')
    return [row.state, Reflect.get(Object(Reflect.get(Object(row['manifest']), 'trouble')), 'en')]
  }
  expect(await trouble(`<!DOCTYPE ODM [<!ENTITY a "b">]>${REDCAP_PROJECT.slice(39)}`)).toEqual([
    'quarantined',
    expect.stringContaining('document type'),
  ])
  expect(await trouble(REDCAP_PROJECT.replaceAll('drugs', 'pills'))).toEqual(['quarantined', 'The file has no form “drugs”'])
  expect(await trouble(REDCAP_PROJECT.slice(0, -40))).toEqual(['quarantined', expect.any(String)])
})
