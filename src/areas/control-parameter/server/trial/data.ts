import { readFile } from 'node:fs/promises'
import { refuse } from '#kernel'
import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { Tools } from '#server/task/tools.ts'
import { bodyOf, parameterOf } from '#study/parameter/body.ts'
import type { Asked } from '#study/parameter/trial.ts'
import { identifies } from '#study/record/sensitivity.ts'
import { snapshotForms, type SnapshotForm } from '#study/record/snapshot.ts'
import { backgroundOf, type About, type Background } from '#study/run/background.ts'
import { compileRules, namedIn } from '#study/run/compile.ts'
import type { Source } from '#study/run/source.ts'
import { withDatafile, withDeliveredRows, withForms } from '../reading.ts'
import locale from '../../locale.ts'

/** What a rule is called as long as it has no name. */
const TRIED = 'rule'
const ruleOf = ({ check, body }: Asked): Parameter => {
  const { name: _, ...rule } = parameterOf({ code: TRIED, check, name: TRIED, nameEn: TRIED }, bodyOf(body))
  return rule
}

export type Data = {
  sources: readonly Source[]
  parameters: readonly Parameter[]
  secret: Readonly<Record<string, readonly string[]>>
  background: Background
  moment: string | null
  number: number | null
  /** By table: how many rows there are where no more than a sample was read. */
  all: Readonly<Record<string, number>>
}

/** Of a rule that names what it looks at, only that is read; of one about whole rows or tables, everything. */
const wantedBy = ({ check, body }: Asked): ((name: string) => boolean) | undefined => {
  const { target, level, params = {} } = findCheck(check) ?? {}
  const columns = bodyOf(body).columns ?? []
  const isNamed =
    target === 'column' || target === 'columns' || (level === 'row' && Object.values(params).some(({ kind }) => kind === 'expression'))
  if (!isNamed || columns.some((name) => name.includes('*'))) return undefined
  const words = namedIn(bodyOf(body))
  return (name) => words.has(name.toLowerCase())
}

const secretOf = (forms: readonly SnapshotForm[], { reads }: Asked) =>
  Object.fromEntries(
    forms.map(({ code, columns }) => [code, columns.flatMap(({ name, sensitivity }) => (sensitivity > reads ? [name] : []))]),
  )
/** As far as whoever asks may see it. It has no history: that begins when it is in force. */
const backgroundIn = (
  { database: db, store }: Tools,
  { departments }: Asked,
  about: Pick<About, 'file' | 'records'>,
  rules: readonly Parameter[],
) => backgroundOf({ db, stored: (sha256) => readFile(store.pathOf(sha256), 'utf8'), departments, ...about }, rules)
const onlyIn = ({ form }: Asked): readonly number[] | null => (form === null ? null : [form])

const secretIn = ({ name, secret = [] }: Source, { reads }: Asked) => ({
  [name]: secret.flatMap(({ sensitivity, names }) => (sensitivity > reads ? names : [])),
})

/** The forms of the version in force, as whoever asks knows them. */
const knownForms = async ({ database }: Tools, study: number, { knows }: Asked) => {
  const published = await snapshotForms(database, study)
  if (!published || knows) return published
  const forms = published.forms.map((form) => ({ ...form, columns: form.columns.filter((column) => !identifies(column)) }))
  return { ...published, forms }
}

type Work<T> = (data: Data, folder: string) => Promise<T>
const withRecords = async <T>(tools: Tools, asked: Asked, study: number, signal: AbortSignal, work: Work<T>): Promise<T> => {
  const published = await knownForms(tools, study, asked)
  if (!published) throw refuse(locale, 'unpublished')
  const judged = asked.form === null ? published.forms : published.forms.filter(({ id }) => id === asked.form)
  const { parameters, forms } = compileRules([ruleOf(asked)], published.forms, judged)
  const secret = secretOf(forms, asked)
  const background = await backgroundIn(tools, asked, { file: null, records: { study, forms, only: onlyIn(asked) } }, parameters)
  const wanted = { forms, departments: asked.departments, wanted: wantedBy(asked), signal }
  return withForms(tools, wanted, ({ sources, moment, all, folder }) =>
    work({ sources, parameters, background, secret, moment, number: published.dictionary, all }, folder),
  )
}

/** The rows of a delivery stand for those of its form; what a rule looks up elsewhere is what is stored. */
const withDelivered = async <T>(tools: Tools, asked: Asked, delivery: number, signal: AbortSignal, work: Work<T>): Promise<T> => {
  const published = await knownForms(tools, asked.study ?? 0, asked)
  const own = published?.forms.find(({ id }) => id === asked.form)
  if (!published || !own) throw refuse(locale, 'unpublished')
  const { parameters, forms } = compileRules([ruleOf(asked)], published.forms, [own])
  const secret = secretOf(forms, asked)
  const about = { file: null, records: { study: asked.study ?? 0, forms, only: onlyIn(asked) } }
  const background = await backgroundIn(tools, asked, about, parameters)
  const wanted = { forms: forms.filter(({ id }) => id !== own.id), departments: asked.departments, wanted: wantedBy(asked), signal }
  const rows = { delivery, form: own, departments: asked.departments, wanted: wantedBy(asked), signal }
  return withForms(tools, wanted, ({ sources, moment, all, folder }) =>
    withDeliveredRows(tools, folder, rows, (source, number, count) =>
      work({ sources: [source, ...sources], parameters, background, secret, moment, number, all: { ...all, [own.code]: count } }, folder),
    ),
  )
}

/** What a rule is tried on, read for this once. */
export const withData = <T>(tools: Tools, asked: Asked, signal: AbortSignal, work: Work<T>): Promise<T> =>
  asked.delivery !== null
    ? withDelivered(tools, asked, asked.delivery, signal, work)
    : asked.datafile === null
      ? withRecords(tools, asked, asked.study ?? 0, signal, work)
      : withDatafile(tools, asked.datafile, async (source, file, folder) => {
          const parameters = [ruleOf(asked)]
          const background = await backgroundIn(tools, asked, { file, records: null }, parameters)
          return work(
            { sources: [source], parameters, background, secret: secretIn(source, asked), moment: null, number: file.number, all: {} },
            folder,
          )
        })
