import { expect, test } from 'vitest'
import { accept, built, call, deliver, sql, withDeliveries } from './delivery-kit.ts'
import { add, post, read, variable } from './study-kit.ts'

withDeliveries()

const LABS = [
  variable('vitals', 'glu', {
    label: '血糖',
    labelEn: 'Glucose',
    type: 'number',
    unit: 'mmol/L',
    units: 'mg/dL = 0.0555 : 1',
    min: '2',
    max: '30',
    missingCodes: ['-9'],
  }),
  variable('vitals', 'doubled', { label: '两倍', type: 'number', formula: 'glu * 2' }),
  variable('vitals', 'temp', { label: '体温', type: 'number', unit: '°C', units: '°F = 0.5555555556 - 17.7777777778 : 1' }),
]
type Story = { list: { after: string; entered: string | null }[] }
const storyOf = async (form: number, id: number, field = 'v1') =>
  (await call<Story>('/admin/clinical.data/story', { query: { form: String(form), id: String(id), field } })).data.list.map((one) => [
    one.after,
    one.entered,
  ])

test('AA-04 a value entered in another unit is kept in the variable’s own, and as it was typed in its history', async () => {
  const { form, subjects, visit } = await built({}, {}, LABS)
  const name = `clinical.data.f${form}`
  const row = await add(call, name, { subject: subjects[0], visit, v1: '101 mg/dL', v3: '98.6 °F' })
  expect(await read(call, name, row.id)).toMatchObject({ v1: '5.6', v2: '11.2', v3: '37' })
  expect(await storyOf(form, row.id)).toEqual([['5.6', '101 mg/dL']])
  const edit = async (v1: string) =>
    post(call, `${name}/edit`, { id: row.id, version: (await read(call, name, row.id)).version, v1 }, '更正')
  expect(await edit('6.0')).toMatchObject({ code: 1 })
  expect(await edit('< 90 mg/dL')).toMatchObject({ code: 1 })
  expect(await edit('7 mol')).toMatchObject({ code: 1 })
  expect(await edit('-9')).toMatchObject({ code: 1 })
  expect(await storyOf(form, row.id)).toEqual([
    ['-9', null],
    ['7 mol', null],
    ['<5', '< 90 mg/dL'],
    ['6.0', null],
    ['5.6', '101 mg/dL'],
  ])
  // What is typed is judged in the unit of the variable: 101 mg/dL is within 2 to 30 mmol/L, 700 is not.
  const judged = async (v1: string) =>
    (await post<{ odd: object; computed: object }>(call, 'clinical.data/judge', { form, values: { v1 } })).data
  expect(await judged('101 mg/dL')).toMatchObject({ odd: {}, computed: { v2: '11.2' } })
  expect(await judged('700 mg/dL')).toMatchObject({ odd: { v1: 'outOfRange' } })
})

test('AA-04 a delivery says the unit in a column or by its mapping; each row becomes what an entry would', async () => {
  const { form, gather } = await built({}, {}, LABS)
  const first = await deliver(gather, 'subject,visit,glu,glu unit\nS1,V1,101,mg/dL\nS2,V1,5.6,mmol/L\nS3,V1,7.5,\nS4,V1,9,mol\n')
  expect(first['manifest']).toMatchObject({ mapping: { glu: 'v1', 'glu unit': 'v1.unit' } })
  await accept(first)
  const values = async () =>
    (await sql(`SELECT s.code, t.v1, t.v2 FROM "record"."t${form}" t JOIN study_subject s ON s.id = t.subject ORDER BY s.code`)).map(
      (r) => [r['code'], r['v1'], r['v2']],
    )
  expect(await values()).toEqual([
    ['S1', '5.6', '11.2'],
    ['S2', '5.6', '11.2'],
    ['S3', '7.5', '15'],
    ['S4', '9 mol', null],
  ])
  const recordOf = async (code: string) =>
    (
      await sql<{ id: number }>(`SELECT t.id FROM "record"."t${form}" t JOIN study_subject s ON s.id = t.subject WHERE s.code = $1`, [code])
    )[0]!.id
  expect(await storyOf(form, await recordOf('S1'))).toEqual([['5.6', '101 mg/dL']])
  expect(await storyOf(form, await recordOf('S2'))).toEqual([['5.6', null]])
  const second = await deliver(gather, 'subject,visit,glucose (mg/dL)\nS1,V1,101\nS2,V1,202\nS3,V1,-9\n')
  expect(second['manifest']).toMatchObject({ mapping: { 'glucose (mg/dL)': 'v1@mg/dL' } })
  expect([second['rows_changed'], second['rows_same']]).toEqual([2, 1])
  await accept(second)
  expect((await values()).map(([, value]) => value)).toEqual(['5.6', '11.2', '-9', '9 mol'])
  expect(await storyOf(form, await recordOf('S2'))).toEqual([
    ['11.2', '202 mg/dL'],
    ['5.6', null],
  ])
  expect(
    (
      await post(call, 'gather.delivery/map', {
        ids: [second.id],
        mapping: { subject: 'subject', visit: 'v1', 'glucose (mg/dL)': 'v1@mg/dL' },
      })
    ).code,
  ).toBe(0)
})
