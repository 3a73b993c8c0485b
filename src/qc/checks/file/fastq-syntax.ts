import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import { FASTQ_FAULTS, type FastqFault } from '../../source/fastq-record.ts'
import { inBoth, text } from '../../text.ts'

export const fastqSyntax = defineCheck({
  id: 'I18',
  slug: 'fastq_syntax',
  dimension: 'file',
  kahn: 'conformance.value',
  level: 'file',
  target: 'table',
  title: text('FASTQ 格式正确', 'FASTQ well formed'),
  counts: text(
    '四行不成记录、长度不符或含非法字符的读段',
    'a read whose four lines are no record, differ in length or hold invalid characters',
  ),
  help: text('行号指出第一处错误；其余读段照常读入。', 'The line names the first fault; the other reads are taken in as usual.'),
  severity: 'blocking',
  params: {},
  example: {
    columns: ['name'],
    rows: [['r1'], ['r2'], ['r3']],
    source: {
      format: 'fastq',
      notes: [
        { code: 'fastq_fault', line: 4, detail: 'length_differs', severity: 'error' },
        { code: 'fastq_faults', count: 1, severity: 'error' },
      ],
    },
    parameter: {},
    violations: 1,
    denominator: 4,
  },
  compile({ table: { rows, source } }) {
    if (source.format !== 'fastq') throw new NotApplicable('out_of_scope')
    const faults = source.notes.find((note) => note.code === 'fastq_faults')?.count ?? 0
    const notes = source.notes.filter((note) => note.code === 'fastq_fault')
    return {
      shape: 'fact',
      fields: [],
      label: 'record',
      evaluate: () => ({
        denominator: rows + faults,
        violated: faults,
        items: notes.map((note) => ({
          field: 'record',
          value: inBoth(FASTQ_FAULTS[note.detail as FastqFault]),
          key: { line: String(note.line) },
        })),
      }),
    }
  },
})
