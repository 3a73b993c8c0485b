import { defineCheck } from '../../check.ts'
import { registeredOf } from '../../context.ts'
import { NotApplicable, WrongValue } from '../../problem.ts'
import type { FactItem } from '../../shape.ts'
import { literal, join, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { requiredFiles } from './files.ts'

const common = { dimension: 'file', kahn: 'conformance.value', level: 'file', target: 'dataset', facts: ['files'] } as const
const files = (...names: string[]) => ({ files: names.map((name) => ({ name, bytes: 1 })) })
const NAMED = /\(\?P?<[A-Za-z_]\w*>/y
const NAMED_GROUP = /\(\?P?<([A-Za-z_]\w*)>/g

export const namingConvention = defineCheck({
  ...common,
  id: 'I08',
  slug: 'naming_convention',
  title: text('文件命名规则', 'Naming convention'),
  counts: text('名称不合规则，或名称所含编号不在记录中的文件', 'a file whose name breaks the rule, or names a record that does not exist'),
  help: text(
    '正则须匹配整个文件名。命名分组（如 (?P<subject>S[0-9]+)）可与表中一列核对。',
    'The pattern must match the whole name. A named group such as (?P<subject>S[0-9]+) can be looked up in a column of a table.',
  ),
  params: {
    pattern: { kind: 'pattern', required: true, label: text('命名规则（正则）', 'Pattern of names') },
    group: { kind: 'text', label: text('要核对的分组', 'Group to look up') },
    table: { kind: 'table', label: text('所在的表', 'In table') },
    column: { kind: 'column', of: 'table', label: text('所在的列', 'In column') },
  },
  example: {
    columns: ['编号'],
    rows: [['S001']],
    context: files('S001_V1.csv', 'S002_V1.csv', 'copy of S1.csv'),
    parameter: { params: { pattern: '(?P<subject>S[0-9]{3})_V[0-9]\\.csv', group: 'subject', table: 'main', column: '编号' } },
    violations: 2,
    denominator: 3,
  },
  compile(place) {
    const { pattern, group, table, column } = place.params
    const { texts } = place.dialect
    const names = requiredFiles(place).map((file) => file.name)
    const source = Sql`(VALUES ${names.map((name) => Sql`(${literal(name)})`)}) files(name)`
    const wrong: Sql[] = [Sql`NOT ${texts.fits(Sql`name`, literal(pattern))}`]
    if (group !== undefined) {
      const at = [...pattern.matchAll(NAMED_GROUP)].findIndex((match) => match[1] === group)
      if (at === -1)
        throw new WrongValue('params.group', text(`规则中没有名为“${group}”的分组`, `the pattern has no group named "${group}"`))
      if (!table || !column)
        throw new WrongValue('params.column', text('核对分组须指明表和列', 'looking up a group needs a table and a column'))
      const partner = place.other(table, 'params.table')
      const value = partner.value(column)
      // Group numbers count unnamed groups too, so the position among all opening brackets is what the engine needs.
      const extracted = texts.extract(Sql`name`, literal(pattern), groupNumber(pattern, at))
      // Only the values that are asked for come together, however long the table is.
      wrong.push(
        Sql`${extracted} NOT IN (SELECT ${value} FROM ${partner.shared.from([value])} WHERE ${value} IN (SELECT ${extracted} FROM ${source}))`,
      )
    }
    return {
      shape: 'query',
      denominator: Sql`SELECT count(*) FROM ${source}`,
      violations: Sql`SELECT 'file' AS field, name AS "value" FROM ${source} WHERE ${join(wrong, ' OR ')}`,
      fields: [],
      label: 'file',
    }
  },
})

function groupNumber(pattern: string, named: number): number {
  let number = 0
  let seen = -1
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at++
    else if (inClass) inClass = sign !== ']'
    else if (sign === '[') inClass = true
    else if (sign === '(') {
      NAMED.lastIndex = at
      const isNamed = NAMED.test(pattern)
      if (!isNamed && pattern[at + 1] === '?') continue
      number++
      if (isNamed && ++seen === named) return number
    }
  }
  return 0
}

export const expectedSet = defineCheck({
  ...common,
  id: 'I09',
  slug: 'expected_set',
  facts: ['files', 'registered'],
  title: text('成套文件齐全', 'File sets complete'),
  counts: text('一套文件中缺少的成员', 'a member missing from a set of files'),
  help: text(
    '用 {stem} 表示共同部分，如 {stem}_R1.fastq.gz 与 {stem}_R2.fastq.gz。另外的成员也可以是已登记的文件（context.registered）。',
    '{stem} stands for the common part, e.g. {stem}_R1.fastq.gz and {stem}_R2.fastq.gz. The other members may be files registered before (context.registered).',
  ),
  params: { members: { kind: 'texts', required: true, label: text('成员', 'Members') } },
  example: {
    columns: ['编号'],
    rows: [],
    context: files('S1_R1.fastq.gz', 'S1_R2.fastq.gz', 'S2_R1.fastq.gz', 'readme.txt'),
    parameter: { params: { members: ['{stem}_R1.fastq.gz', '{stem}_R2.fastq.gz'] } },
    violations: 1,
    denominator: 4,
  },
  compile(place) {
    const members = place.params.members.map((member) => {
      const parts = member.split('{stem}')
      if (parts.length !== 2)
        throw new WrongValue('params.members', text(`“${member}”须含一个 {stem}`, `"${member}" must hold {stem} once`))
      return { member, before: parts[0] as string, after: parts[1] as string }
    })
    const names = new Set(requiredFiles(place).map((file) => file.name))
    const there = new Set([...names, ...registeredOf(place.context).map((file) => file.name)])
    const stems = new Set<string>()
    for (const name of names) {
      for (const { before, after } of members) {
        if (name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after))
          stems.add(name.slice(before.length, name.length - after.length))
      }
    }
    if (stems.size === 0) throw new NotApplicable('out_of_scope')
    return {
      shape: 'fact',
      fields: [],
      label: 'file',
      evaluate: () => {
        const items = [...stems].flatMap((stem): FactItem[] =>
          members.flatMap(({ before, after }) =>
            there.has(before + stem + after) ? [] : [{ field: 'file', value: before + stem + after, key: { stem } }],
          ),
        )
        return { denominator: stems.size * members.length, violated: items.length, items }
      },
    }
  },
})
