import { readFile } from 'node:fs/promises'
import type { Parameter } from '#qc/parameter.ts'
import type { Tools } from '#server/task/tools.ts'
import { backgroundOf, type About, type Background } from '#study/run/background.ts'
import { measuredBefore } from '#study/run/measured-before.ts'
import type { Asked } from './asked.ts'

const fileIn = ({ subject }: Asked): About['file'] => (subject.kind === 'file' ? subject : null)
const recordsIn = ({ subject }: Asked): About['records'] => {
  if (subject.kind !== 'records') return null
  const { study, forms, judged } = subject
  return { study, forms, only: judged.length === forms.length ? null : judged }
}

/** What the rules of a run look at beside its tables: of all sites, as the run itself. */
export const backgroundIn = ({ database, store }: Tools, asked: Asked, parameters: readonly Parameter[]): Promise<Background> => {
  const { id: run, study, rules, subject } = asked
  const datafile = subject.kind === 'records' ? null : subject.datafile
  const formOf = (table: string | undefined): number | null =>
    subject.kind === 'records' ? (subject.forms.find(({ code }) => code === table)?.id ?? null) : null
  return backgroundOf(
    {
      db: database,
      stored: (sha256) => readFile(store.pathOf(sha256), 'utf8'),
      file: fileIn(asked),
      records: recordsIn(asked),
      departments: 'all',
      history: () => measuredBefore(database, { run, datafile, study, rules, parameters, formOf }),
    },
    parameters,
  )
}
