import { ENGINE_VERSION, QcInputError } from '#qc'
import type { Tools } from '#server/task/tools.ts'
import { hospitalNow } from '#server/zone.ts'
import type { Asked, Trial } from '#study/parameter/trial.ts'
import { tryRule } from '#study/run/try.ts'
import { withData } from './data.ts'

/** What cannot be read as it claims to be is no failure of the task: the trial says so. */
export const tryOrSay = async (tools: Tools, asked: Asked, signal: AbortSignal, progress: (share: number) => void): Promise<Trial> => {
  const began = performance.now()
  const { hash, study, form, datafile, delivery } = asked
  const head = { hash, study, form, datafile, delivery }
  const ms = () => Math.round(performance.now() - began)
  try {
    return await withData(tools, asked, signal, async ({ moment, number, all, ...data }, folder) => {
      progress(0.3)
      const { sha256, tables, ...tried } = await tryRule({ ...data, now: hospitalNow(), folder, signal, progress })
      return {
        ...head,
        ...tried,
        tables: tables.map((table) => ({ ...table, of: all[table.table ?? ''] ?? table.of })),
        trouble: null,
        snapshot: { sha256, moment, number },
        ms: ms(),
      }
    })
  } catch (error) {
    if (!(error instanceof QcInputError)) throw error
    const { zh, en } = error.text
    const nothing = { faults: [], tables: [], list: null, rows: 0, violated: 0, engine: ENGINE_VERSION }
    return { ...head, ...nothing, trouble: { 'zh-cn': zh, en }, snapshot: { sha256: '', moment: null, number: null }, ms: ms() }
  }
}
