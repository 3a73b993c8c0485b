import { icons } from '@iconify-json/lucide'
import { type Plugin, runnerImport } from 'vite'

const set = 'virtual:icons'
const one = 'virtual:icon/'

/** `virtual:icons` holds the drawings that the shell names, `virtual:icon/{name}` a single one for the light pages. */
export const iconSubset = (): Plugin => ({
  name: 'icon-subset',
  resolveId: (source) => (source === set || source.startsWith(one) ? `\0${source}` : null),
  async load(source) {
    const body = (name: string): string => icons.icons[icons.aliases?.[name]?.parent ?? name]?.body ?? this.error(`unknown icon ${name}`)
    if (source.startsWith(`\0${one}`)) return `export default ${JSON.stringify(body(source.slice(one.length + 1)))}`
    if (source !== `\0${set}`) return null
    const { module } = await runnerImport<{ bundledIcons: readonly string[] }>('./src/web/ui/icon-names.ts')
    return `export default ${JSON.stringify(Object.fromEntries(module.bundledIcons.map((name) => [name, body(name)])))}`
  },
})
