import type { FromTableReader, Table, TableFailure, ToTableReader } from './table.ts'

const PATIENCE_MS = 20_000
const MOST_BYTES = 20 * 1024 * 1024

/** Why a file could not be read as a sheet; each has its sentence in `import.json`. */
export class UnreadableTable extends Error {
  readonly reason: TableFailure
  constructor(reason: TableFailure) {
    super(reason)
    this.reason = reason
  }
}

const kindOf = (name: string): ToTableReader['kind'] | undefined =>
  /\.(csv|txt|tsv)$/i.test(name) ? 'csv' : /\.(xlsx|xlsm|xls)$/i.test(name) ? 'excel' : undefined

/** The first sheet of a file, read beside the page: one that never ends hangs only its reader. */
export const readTable = async (file: File, most: number): Promise<Table> => {
  const kind = kindOf(file.name)
  if (!kind) throw new UnreadableTable('type')
  if (file.size === 0) throw new UnreadableTable('empty')
  if (file.size > MOST_BYTES) throw new UnreadableTable('tooBig')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Table>((resolve, reject) => {
      const timer = setTimeout(() => reject(new UnreadableTable('tooSlow')), PATIENCE_MS)
      const end = (work: () => void) => (clearTimeout(timer), work())
      worker.onerror = () => end(() => reject(new UnreadableTable('damaged')))
      worker.onmessage = ({ data }: MessageEvent<FromTableReader>) =>
        end(() => ('table' in data ? resolve(data.table) : reject(new UnreadableTable(data.failure))))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage({ bytes, kind, most } satisfies ToTableReader)
    })
  } finally {
    worker.terminate()
  }
}
