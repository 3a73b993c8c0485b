import { open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { copyShare, type CsvCopy, type CsvShare, type CsvShared } from './csv-share.ts'
import { beginParquet, endParquet, type TypedCopy } from './text-parquet.ts'

/** To start two threads and to warm them up takes half a second of processor time: as much as splitting so many bytes. */
const WORTH_THREADS = 64 << 20
/** No copy is so many times as long as its source: a cell of one byte and its delimiter become five. */
const LONGER = 8
const [START, SPARE] = [4, 1 << 20]

/**
 * A plain CSV as a Parquet file of its texts; answers which typed copies it has. Undefined when it is not as plain as that: what was
 * written is worth nothing then.
 */
export async function copyCsv(
  copy: CsvCopy,
  bytes: number,
  threads: number,
  worthThreads = WORTH_THREADS,
): Promise<TypedCopy[] | undefined> {
  await beginParquet(copy.to)
  const whole: CsvShare = { ...copy, until: bytes, at: START, limit: Number.POSITIVE_INFINITY, isWhole: true }
  const shares = threads < 2 || bytes < worthThreads ? [] : await halves(whole)
  let done = shares.length === 0 ? [await copyShare(whole)] : await inThreads(shares)
  if (done.includes('quoted') && !done.includes('odd')) {
    await beginParquet(copy.to)
    done = await inThreads([whole])
  }
  const groups = done.flatMap((part) => (typeof part === 'string' ? [] : part))
  if (done.some((part) => typeof part === 'string')) return undefined
  return endParquet(copy.to, copy.columns, copy.typed, groups)
}

async function inThreads(shares: readonly CsvShare[]): Promise<CsvShared[]> {
  const threads = shares.map((share) => new Worker(new URL('./csv-copy-thread.ts', import.meta.url), { workerData: share }))
  try {
    return await Promise.all(threads.map(answerOf))
  } finally {
    // Where one has failed, the other must not write on into a folder that is being removed.
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
const answerOf = (thread: Worker): Promise<CsvShared> =>
  new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', (code) => reject(new Error(`a thread that splits a file ended with ${code} and without an answer`)))
  })

/** Two of them, or what it was: a line end in the middle parts records as long as no quote stands in either half. */
async function halves(whole: CsvShare): Promise<CsvShare[]> {
  const middle = Math.floor((whole.from + whole.until) / 2)
  const [opening, centre] = await Promise.all([glimpse(whole.path, whole.from), glimpse(whole.path, middle)])
  const feed = centre.indexOf(10)
  if (feed === -1 || (whole.dialect.quote !== '' && opening.includes(whole.dialect.quote))) return [whole]
  const border = middle + feed + 1
  const at = START + (border - whole.from) * LONGER + SPARE
  const isWhole = false
  return [
    { ...whole, until: border, limit: at, isWhole },
    { ...whole, from: border, at, header: false, isWhole },
  ]
}

async function glimpse(path: string, from: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1 << 16), 0, 1 << 16, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
