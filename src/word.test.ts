import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Everything that people read, whichever side says it. */
const FILES = globSync([
  'src/web/i18n/locale/*/*.json',
  'src/areas/*/locale.ts',
  'src/areas/menu.ts',
  'src/areas/*/server/*.ts',
  'src/kernel/{error,design,quality}.ts',
  'src/server/**/*.ts',
]).filter((file) => !/\.test\.ts$|server\/seed\/demo/.test(file))

/** The specification's own sentence. */
const SAID = '新添加的任务永远不会开始'
const hits = (wrong: RegExp): string[] =>
  FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (wrong.test(line.replace(SAID, '')) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )

test('one verb per act: 新建, 编辑, 删除, 恢复', () => {
  expect(FILES.length).toBeGreaterThan(60)
  // 新增 names the new rows of a delivery; as a verb it is 新建.
  expect(hits(/添加|还原|能新增|新增了|返回修改|修改了这条记录/)).toEqual([])
})

test('the trail has one name for the list and one for a record', () => {
  expect(hits(/审计链|审计日志|审计记录(?!和)|操作记录|稽查轨迹|变更记录/)).toEqual([])
})

test('no sentence of these comes back', () => {
  expect(
    hits(/Every right|Reason of the|No \w+ fits|'Routine'|Asked for; it waits|waits for somebody|Prove (?:by|the)|data of the answer/),
  ).toEqual([])
})

test('the trash can deletes, here and nowhere else; the bin has a sign of its own', () => {
  const places = globSync(['src/web/**/*.{ts,tsx}', 'src/areas/**/*.{ts,tsx}']).filter(
    (file) => !file.endsWith('icon-names.ts') && /trash/.test(readFileSync(file, 'utf8')),
  )
  expect(places.toSorted()).toEqual([
    'src/areas/crud-table/web/canvas.tsx',
    'src/web/resource/list/row-actions.tsx',
    'src/web/resource/list/selection-bar.tsx',
    'src/web/resource/record/record-header.tsx',
    'src/web/shell/terminal/task-item.tsx',
  ])
})
