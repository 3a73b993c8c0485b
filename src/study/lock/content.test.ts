import { expect, test } from 'vitest'
import { hashForm, manifestOf } from './content.ts'
import type { StoredRecord } from './content.ts'

/** The same course at every run. */
const course = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Form = { form: string; records: StoredRecord[] }
const orderOf = ({ subject, visit, instance, entry }: StoredRecord) => JSON.stringify([subject, visit, instance, entry])
/** As the database answers: in the canonical order, however the rows lie. */
const hashOf = async (forms: readonly Form[]): Promise<string> => {
  const hashes = await Promise.all(
    forms.map(({ form, records }) =>
      hashForm(
        form,
        records.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
      ),
    ),
  )
  return manifestOf(hashes).hash
}
const study = (): Form[] =>
  ['vitals', 'lab'].map((form) => ({
    form,
    records: Array.from({ length: 12 }, (_, i) => ({
      subject: `S-${i % 4}`,
      visit: i % 3 === 0 ? null : `V${i % 3}`,
      instance: 1 + Math.floor(i / 4),
      entry: 1,
      values: { 1: String(100 + i), 2: `<0.${i}`, 7: '007' },
    })),
  }))

/** One change of one kind, at a place that the course chooses. */
const CHANGES: ((forms: Form[], at: (below: number) => number) => Form[])[] = [
  (forms, at) => edited(forms, at, (r) => ({ ...r, values: { ...r.values, 1: `${r.values[1] ?? ''} ` } })),
  (forms, at) => edited(forms, at, (r) => ({ ...r, values: { ...r.values, 9: '' } })),
  (forms, at) =>
    edited(forms, at, (r) => ({ ...r, values: Object.fromEntries(Object.entries(r.values).filter(([slot]) => slot !== '7')) })),
  (forms, at) =>
    edited(forms, at, ({ values: { 1: one = '', 2: two = '', ...rest }, ...r }) => ({ ...r, values: { ...rest, 1: two, 2: one } })),
  (forms, at) => edited(forms, at, (r) => ({ ...r, subject: `${r.subject}0` })),
  (forms, at) => edited(forms, at, (r) => ({ ...r, visit: r.visit === null ? '' : null })),
  (forms, at) => edited(forms, at, (r) => ({ ...r, instance: r.instance + 100 })),
  (forms, at) => changed(forms, at, (records, i) => records.filter((_, j) => j !== i)),
  (forms, at) => changed(forms, at, (records, i) => [...records, { ...records[i]!, instance: 500 }]),
  (forms, at) =>
    changed(forms, at, (records, i) => {
      const j = (i + 1) % records.length
      const [a, b] = [records[i]!, records[j]!]
      return records.map((r, k) => (k === i ? { ...a, values: b.values } : k === j ? { ...b, values: a.values } : r))
    }),
  // One value of two records, the one for the other; the second lies far enough away to hold another one.
  (forms, at) =>
    changed(forms, at, (records, i) => {
      const j = (i + 5) % records.length
      const [a, b] = [records[i]!, records[j]!]
      const given = (one: StoredRecord, other: StoredRecord): StoredRecord => ({
        ...one,
        values: { ...one.values, 2: other.values[2] ?? '' },
      })
      return records.map((r, k) => (k === i ? given(a, b) : k === j ? given(b, a) : r))
    }),
  // To a subject that is there.
  (forms, at) => edited(forms, at, (r) => ({ ...r, subject: r.subject === 'S-0' ? 'S-1' : 'S-0', instance: r.instance + 50 })),
  (forms, at) => {
    const i = at(forms.length)
    return forms.map((one, j) => (i === j ? { ...one, form: `${one.form}2` } : one))
  },
]
const changed = (forms: Form[], at: (below: number) => number, change: (records: StoredRecord[], i: number) => StoredRecord[]): Form[] => {
  const [i, j] = [at(forms.length), at(12)]
  return forms.map((one, k) => (k === i ? { ...one, records: change(one.records, j) } : one))
}
const edited = (forms: Form[], at: (below: number) => number, change: (record: StoredRecord) => StoredRecord): Form[] =>
  changed(forms, at, (records, i) => records.map((record, j) => (j === i ? change(record) : record)))

test('the hash of a study differs after each of 10,000 single changes', async () => {
  const at = course(1)
  const whole = await hashOf(study())
  let same = 0
  for (let i = 0; i < 10_000; i++) if ((await hashOf(CHANGES[i % CHANGES.length]!(study(), at))) === whole) same++
  expect(same).toBe(0)
})

test('the hash of a study is the same whatever the order of rows, forms and slots', async () => {
  const at = course(2)
  const whole = await hashOf(study())
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => [at(1e9), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one)
  for (let i = 0; i < 200; i++) {
    const other = shuffled(study()).map(({ form, records }) => ({
      form,
      records: shuffled(records).map((record) => ({ ...record, values: Object.fromEntries(shuffled(Object.entries(record.values))) })),
    }))
    expect(await hashOf(other)).toBe(whole)
  }
})

test('the lines cannot be read as other ones: what separates values is not part of them', async () => {
  const record = (values: Record<number, string>): StoredRecord => ({ subject: 'S', visit: null, instance: 1, entry: 1, values })
  const hashes = [{ 1: 'a', 2: 'b' }, { 1: 'a"],[2,"b' }, { 12: 'b' }, { 1: '2b' }, {}].map((values) => hashForm('f', [record(values)]))
  expect(new Set((await Promise.all(hashes)).map(({ hash }) => hash)).size).toBe(5)
})
