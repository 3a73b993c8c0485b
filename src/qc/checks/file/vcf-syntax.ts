import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import { VCF_FAULTS, type VcfFault } from '../../source/vcf-fault.ts'
import { inBoth, text } from '../../text.ts'

export const vcfSyntax = defineCheck({
  id: 'I19',
  slug: 'vcf_syntax',
  dimension: 'file',
  kahn: 'conformance.value',
  level: 'file',
  target: 'table',
  title: text('VCF 符合规范', 'VCF as specified'),
  counts: text('违反 VCF 4.1–4.4 规范“必须”的地方', 'a place that breaks a "must" of the VCF specification, 4.1 to 4.4'),
  help: text(
    '元信息、固定列、INFO 与 FORMAT（按其声明）、样本与倍性、次序与相连、末行换行；前 1,000 处注明行号。',
    'Meta lines, fixed columns, INFO and FORMAT against their declarations, samples and ploidy, order and contiguity, final line end; the first 1,000 by line.',
  ),
  severity: 'blocking',
  params: {},
  example: {
    columns: ['CHROM'],
    rows: [['1'], ['1'], ['2']],
    source: {
      format: 'vcf',
      notes: [
        { code: 'vcf_fault', line: 4, detail: 'pos', severity: 'error' },
        { code: 'vcf_faults', count: 1, severity: 'error' },
      ],
    },
    parameter: {},
    violations: 1,
    denominator: 3,
  },
  compile({ table: { rows, source } }) {
    if (source.format !== 'vcf') throw new NotApplicable('out_of_scope')
    const faults = source.notes.find((note) => note.code === 'vcf_faults')?.count ?? 0
    const notes = source.notes.filter((note) => note.code === 'vcf_fault')
    return {
      shape: 'fact',
      fields: [],
      label: 'record',
      evaluate: () => ({
        denominator: Math.max(rows, faults),
        violated: faults,
        items: notes.map((note) => ({
          field: 'record',
          value: inBoth(VCF_FAULTS[note.detail as VcfFault]),
          key: { line: String(note.line) },
        })),
      }),
    }
  },
})
