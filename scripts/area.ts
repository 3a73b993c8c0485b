// Scaffolds an area: npm run -s area -- sms.template
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { folderOf } from '../src/kernel/name.ts'

const name = process.argv[2] ?? ''
if (!/^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)?$/.test(name)) {
  console.error('Give the name of the area, for example: npm run -s area -- sms.template')
  process.exit(1)
}
const areas = resolve(import.meta.dirname, '../src/areas')
const folder = folderOf(name)
const symbol = name.replace(/\.(\w)/g, (_, c: string) => c.toUpperCase())
const group = name.includes('.') ? name.split('.')[0]! : 'org'
if (existsSync(resolve(areas, folder))) {
  console.error(`src/areas/${folder} is there already.`)
  process.exit(1)
}

const definition = `import { defineResource, f } from '#kernel'

export const ${symbol} = defineResource('${name}', {
  menu: { group: '${group}', icon: 'file', order: 50 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 60, search: true }),
    status: f.switch({ default: true }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  list: { columns: ['id', 'name', 'status', 'updatedAt'], sort: '-id', filters: ['status'] },
})
`
const locale = `import { defineLocale } from '#kernel'
import { ${symbol} } from './index.ts'

export default defineLocale(${symbol}, {
  'zh-cn': { title: '${name}', remark: '', fields: { name: '名称', status: '启用' } },
  en: { title: '${name}', remark: '', fields: { name: 'Name', status: 'Enabled' } },
})
`
const edit = async (file: string, change: (text: string) => string) => {
  const path = resolve(areas, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}
/** Puts a line before the first match: the registries are lists, their order means nothing. */
const before = (pattern: RegExp, line: string) => (text: string) => text.replace(pattern, (found) => `${line}\n${found}`)
const behind = (start: string, line: string) => (text: string) => text.replace(start, `${start}\n  ${line},`)
await mkdir(resolve(areas, folder))
await writeFile(resolve(areas, folder, 'index.ts'), definition)
await writeFile(resolve(areas, folder, 'locale.ts'), locale)
await edit('registry.ts', (text) =>
  behind('export const areas = [', symbol)(before(/^import \{ department \}/m, `import { ${symbol} } from './${folder}/index.ts'`)(text)),
)
console.log(`Wrote src/areas/${folder}. Now say what it is, then: npm run -s migration -- ${folder.replaceAll('-', '_')}`)
