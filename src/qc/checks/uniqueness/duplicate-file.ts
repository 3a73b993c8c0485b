import { defineCheck } from '../../check.ts'
import path from 'node:path'
import { registeredOf } from '../../context.ts'
import { NotApplicable } from '../../problem.ts'
import { text } from '../../text.ts'

type Known = { name: string; sha256: string }

export const duplicateFile = defineCheck({
  id: 'D10',
  slug: 'duplicate_file',
  facts: ['files', 'registered'],
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'file',
  target: 'dataset',
  title: text('重复文件', 'Duplicate file'),
  counts: text('内容与另一文件完全相同的文件', 'a file whose content is the same as that of another'),
  help: text(
    '比较本次各文件及已登记文件（context.registered）的 SHA-256。',
    'Compares the SHA-256 of the files of this run and of those already registered (context.registered).',
  ),
  params: {},
  example: { columns: ['编号'], rows: [['S1']], parameter: {}, violations: 0, denominator: 0 },
  compile({ tables, context }) {
    const sent = tables.flatMap(({ source: { path: at, sha256 } }) =>
      sha256 && at !== '' ? [{ at, name: path.basename(at), sha256 }] : [],
    )
    const files = [...new Map(sent.map((file) => [file.at, file])).values()]
    const known = [...(Array.isArray(context['files']) ? (context['files'] as Known[]) : []), ...registeredOf(context)]
    if (files.length === 0) throw new NotApplicable('out_of_scope')
    return {
      shape: 'fact',
      fields: [],
      label: 'file',
      evaluate() {
        const twins = (file: Known): string[] =>
          [...files.filter((other) => other !== file), ...known].filter((other) => other.sha256 === file.sha256).map((other) => other.name)
        const items = files.flatMap((file) =>
          twins(file).length > 0 ? [{ field: file.name, value: twins(file).join(', '), key: { sha256: file.sha256 } }] : [],
        )
        return { denominator: files.length, violated: items.length, items }
      },
    }
  },
})
