import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Counts } from './qc-handwritten.ts'

/** The same twelve answers without any engine: lines, splits and sets. Slow, and that is its worth. */
export async function plainCounts(file: string): Promise<Counts> {
  const counts: Counts = {}
  const add = (name: string, by = 1) => (counts[name] = (counts[name] ?? 0) + by)
  const ids = new Map<string, number>()
  const lines = new Map<string, number>()
  const glucose: number[] = []
  let header = true
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (header) {
      header = false
      continue
    }
    const [id, , sex, name, visit, end, sbp, dbp, sugar, mobile] = line.split(',')
    if (id === '') add('not_null.subject_id')
    else ids.set(id as string, (ids.get(id as string) ?? 0) + 1)
    if (name === '') add('not_null.name')
    if (sbp === '') add('not_null.sbp')
    if (sbp !== '' && (Number(sbp) < 60 || Number(sbp) > 250)) add('range.sbp')
    if (dbp !== '' && (Number(dbp) < 30 || Number(dbp) > 150)) add('range.dbp')
    if (!/^1[3-9][0-9]{9}$/.test(mobile as string)) add('regex.mobile')
    if (sex !== '男' && sex !== '女') add('in_set.sex')
    if ((end as string) < (visit as string)) add('date_order')
    if (sbp !== '' && dbp !== '' && !(Number(dbp) < Number(sbp))) add('cross.dbp')
    glucose.push(Number(sugar))
    lines.set(line, (lines.get(line) ?? 0) + 1)
  }
  for (const count of ids.values()) if (count > 1) add('unique.subject_id', count)
  for (const count of lines.values()) if (count > 1) add('duplicate_row', count)
  const sorted = Float64Array.from(glucose).toSorted()
  const quantile = (share: number) => {
    const at = (sorted.length - 1) * share
    const low = sorted[Math.floor(at)] as number
    return low + ((sorted[Math.ceil(at)] as number) - low) * (at - Math.floor(at))
  }
  const [q1, q3] = [quantile(0.25), quantile(0.75)]
  add('outlier.glucose', glucose.filter((value) => value < q1 - 3 * (q3 - q1) || value > q3 + 3 * (q3 - q1)).length)
  return counts
}
