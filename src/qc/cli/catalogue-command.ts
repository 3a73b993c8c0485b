import { DIMENSIONS, type Check } from '../check.ts'
import { checkNames, CHECKS, findCheck } from '../checks/registry.ts'
import { nearest } from '../nearest.ts'
import { QcInputError } from '../source/input-error.ts'
import type { Invocation } from './arguments.ts'
import { cataloguePage, checkSection } from './catalogue-page.ts'
import { say } from './language.ts'
import { textTable } from './text-table.ts'

export function catalogueCommand(invocation: Invocation, print: (text: string) => void): number {
  const { language, json } = invocation
  const zh = language === 'zh'
  const asked = invocation.files.map(({ file }) => checkNamed(file))
  const checks = asked.length > 0 ? asked : CHECKS.toSorted((one, other) => one.id.localeCompare(other.id))
  if (invocation.markdown) {
    print(cataloguePage(checks, language).trimEnd())
    return 0
  }
  if (json) {
    print(
      JSON.stringify(
        checks.map(({ compile: _compile, ...data }) => data),
        null,
        2,
      ),
    )
    return 0
  }
  if (asked.length > 0) {
    print(checks.map((check) => checkSection(check, language)).join('\n\n'))
    return 0
  }
  const columns = [
    { title: zh ? '编号' : 'Code' },
    { title: zh ? '名称' : 'Name' },
    { title: zh ? '检查' : 'Check', most: 32 },
    { title: zh ? '维度' : 'Dimension' },
    { title: zh ? '违规是指' : 'A violation is', most: 70 },
  ]
  print(
    textTable(
      columns,
      checks.map((check) => [
        check.id,
        check.slug,
        say(check.title, language),
        say(DIMENSIONS[check.dimension], language),
        say(check.counts, language),
      ]),
    ),
  )
  return 0
}

function checkNamed(name: string): Check {
  const found = findCheck(name)
  if (found) return found
  const like = nearest(name, checkNames())
  throw new QcInputError(
    'no_check',
    { file: 'qc catalogue' },
    {
      zh: `没有名为“${name}”的检查类型${like ? `，是否指“${like}”` : ''}`,
      en: `there is no check type "${name}"${like ? `; did you mean "${like}"` : ''}`,
    },
  )
}
