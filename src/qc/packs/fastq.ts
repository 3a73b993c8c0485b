import type { Parameter } from '../parameter.ts'
import { text } from '../text.ts'

export type FastqPackOptions = {
  table?: string
  minLength?: number
  minQuality?: number
  gcPercent?: readonly [number, number]
  paired?: boolean
}

/**
 * Sequencing reads: the file first, then its reads. Quality and GC limits follow the usual warn and fail limits of read
 * reports: a few poor reads are normal, a share of them is not.
 */
export function fastqPack({
  table,
  minLength = 35,
  minQuality = 20,
  gcPercent = [20, 80],
  paired = false,
}: FastqPackOptions = {}): Parameter[] {
  const at = table ? { table } : {}
  const name = ['name']
  const share = (warn: number, fail: number) => ({
    warn: { metric: 'ratio', op: '>', value: warn } as const,
    fail: { metric: 'ratio', op: '>', value: fail } as const,
  })
  return [
    { id: 'fastq.readable', check: 'readable', severity: 'blocking' },
    { id: 'fastq.syntax', check: 'fastq_syntax', ...at, severity: 'blocking' },
    { id: 'fastq.reads', check: 'row_count_between', ...at, params: { min: 1 }, severity: 'blocking' },
    { id: 'fastq.count', check: 'row_count_manifest', severity: 'blocking' },
    {
      id: 'fastq.name',
      check: 'unique',
      ...at,
      columns: name,
      keyFields: name,
      severity: 'major',
      name: text('读段名唯一', 'Read names are unique'),
    },
    {
      id: 'fastq.length',
      check: 'range',
      ...at,
      columns: ['length'],
      params: { min: minLength },
      keyFields: name,
      severity: 'minor',
      ...share(0.05, 0.2),
    },
    {
      id: 'fastq.quality',
      check: 'range',
      ...at,
      columns: ['mean_quality'],
      params: { min: minQuality },
      keyFields: name,
      severity: 'major',
      ...share(0.1, 0.3),
    },
    {
      id: 'fastq.gc',
      check: 'range',
      ...at,
      columns: ['gc_percent'],
      params: { min: gcPercent[0], max: gcPercent[1] },
      keyFields: name,
      severity: 'minor',
      ...share(0.05, 0.2),
    },
    {
      id: 'fastq.n',
      check: 'row_expression',
      ...at,
      params: { never: 'number([n_count]) > number([length]) * 0.05' },
      keyFields: name,
      severity: 'minor',
      ...share(0.05, 0.2),
      name: text('N 碱基超过 5 %', 'More than 5 % N'),
    },
    ...(paired
      ? [
          {
            id: 'fastq.pairs',
            check: 'expected_set',
            params: { members: ['{stem}_R1.fastq.gz', '{stem}_R2.fastq.gz'] },
            severity: 'blocking',
          } satisfies Parameter,
        ]
      : []),
  ]
}
