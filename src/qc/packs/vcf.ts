import type { Parameter } from '../parameter.ts'
import { text } from '../text.ts'

/** Variant files: the file and its syntax first, then what the specification leaves open and pipelines still expect. */
export function vcfPack({ table }: { table?: string } = {}): Parameter[] {
  const at = table ? { table } : {}
  const place = ['CHROM', 'POS', 'REF', 'ALT']
  return [
    { id: 'vcf.readable', check: 'readable', severity: 'blocking' },
    { id: 'vcf.syntax', check: 'vcf_syntax', ...at, severity: 'blocking' },
    { id: 'vcf.ragged', check: 'ragged_row', ...at, severity: 'blocking' },
    {
      id: 'vcf.duplicates',
      check: 'compound_unique',
      ...at,
      columns: place,
      keyFields: place,
      severity: 'major',
      name: text('同一变异写了两次', 'The same variant twice'),
    },
  ]
}
