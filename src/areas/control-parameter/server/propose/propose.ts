import { refuse } from '#kernel'
import { profileTable, QcInputError, starterPack, type Parameter, type TableProfile } from '#qc'
import type { Tools } from '#server/task/tools.ts'
import { proposalOf, type Origin, type Proposals, type Wanted } from '#study/parameter/proposal.ts'
import { snapshotForms } from '#study/record/snapshot.ts'
import { stageSource, withWorkspace } from '#study/run/judge.ts'
import { reportTable } from '#study/run/report.ts'
import type { Source } from '#study/run/source.ts'
import { withDatafile, withForms } from '../reading.ts'
import locale from '../../locale.ts'
import { PACKS } from './pack.ts'

type Proposed = { parameters: readonly Parameter[]; evidence?: TableProfile['evidence']; rows?: number }
type Making = { tools: Tools; wanted: Wanted; signal: AbortSignal; progress(share: number): void }

/** About how a file is written: records have no lines. */
const OF_FILES: ReadonlySet<string> = new Set(['row_count_manifest', 'duplicate_column_name', 'ragged_row'])

const profiled = ({ signal, progress, wanted: { source: origin } }: Making, source: Source, folder: string): Promise<Proposed> =>
  withWorkspace(folder, [source.file], signal, async (db) => {
    // Sensitive variables are not looked at: a suggestion tells limits and values.
    const table = reportTable(await stageSource(db, folder, source), source)
    progress(0.4)
    const profile = await profileTable(db, table, { signal, onProgress: (done, total) => progress(0.4 + (0.5 * done) / total) })
    const isFile = source.cells.record === undefined
    const all = origin === 'starter' ? starterPack(profile) : profile.suggested
    // A record is named by subject and visit, whatever key its values would make.
    const parameters = all.flatMap(({ keyFields, ...rule }): Parameter[] =>
      isFile ? [{ ...rule, ...(keyFields ? { keyFields } : {}) }] : OF_FILES.has(rule.check) ? [] : [rule],
    )
    return { parameters, evidence: profile.evidence, rows: table.rows }
  })
const ofData = async (making: Making): Promise<Proposed> => {
  const { tools, wanted, signal } = making
  if (wanted.datafile !== null) return withDatafile(tools, wanted.datafile, (source, _, folder) => profiled(making, source, folder))
  const published = await snapshotForms(tools.database, wanted.study ?? 0)
  const forms = published?.forms.filter(({ id }) => id === wanted.form) ?? []
  if (forms.length === 0) throw refuse(locale, 'unpublished')
  return withForms(tools, { forms, departments: wanted.departments, signal }, ({ sources: [source], folder }) =>
    source ? profiled(making, source, folder) : Promise.resolve({ parameters: [] }),
  )
}

const MAKERS: Readonly<Record<Origin, (making: Making) => Promise<Proposed>>> = {
  profile: ofData,
  starter: ofData,
  dictionary: async ({ tools, wanted }) => ({ parameters: await PACKS.dictionary(tools.database, wanted) }),
  fastq: async () => ({ parameters: await PACKS.fastq() }),
  vcf: async () => ({ parameters: await PACKS.vcf() }),
}

export const propose = async (tools: Tools, wanted: Wanted, signal: AbortSignal, progress: (share: number) => void): Promise<Proposals> => {
  const began = performance.now()
  const ms = () => Math.round(performance.now() - began)
  try {
    const { parameters, evidence = {}, rows = null } = await MAKERS[wanted.source]({ tools, wanted, signal, progress })
    return {
      wanted,
      list: parameters.map((parameter, key) => proposalOf(parameter, key, evidence[parameter.id])),
      trouble: null,
      rows,
      ms: ms(),
    }
  } catch (error) {
    if (!(error instanceof QcInputError)) throw error
    const { zh, en } = error.text
    return { wanted, list: [], trouble: { 'zh-cn': zh, en }, rows: null, ms: ms() }
  }
}
