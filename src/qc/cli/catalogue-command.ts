import { DIMENSIONS } from '../check.ts'
import { CHECKS } from '../checks/registry.ts'
import type { Invocation } from './arguments.ts'
import { cataloguePage } from './catalogue-page.ts'
import { say } from './language.ts'
import { textTable } from './text-table.ts'

export function catalogueCommand(invocation: Invocation, print: (text: string) => void): number {
  const { language, json } = invocation
  const zh = language === 'zh'
  const checks = CHECKS.toSorted((one, other) => one.id.localeCompare(other.id))
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
