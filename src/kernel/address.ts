import { fail } from './error.ts'
import { isShadow } from './input.ts'

type Tree = Map<string, string | Tree>
const MAX_PARTS = 4
const KEY = /^([^[\]]*)((?:\[[^[\]]*\])*)$/
const bad = (key: string) => fail('input.badAddress', { key: key.slice(0, 100) })

/** `search[0][val][]` → search, 0, val and the next of its list. */
const partsOf = (key: string): string[] => {
  const [, head = '', rest = ''] = KEY.exec(key) ?? []
  const parts = rest === '' ? [head] : [head, ...rest.slice(1, -1).split('][')]
  if ((head === '' && key !== '') || parts.length > MAX_PARTS || parts.some(isShadow)) throw bad(key)
  return parts
}

const plant = (tree: Tree, key: string, [part = '', ...rest]: readonly string[], value: string): void => {
  const name = part === '' ? String(tree.size) : part
  const known = tree.get(name)
  // A text that is also a list would hide one of the two: a condition that is dropped shows more rows than were asked for.
  if (rest.length === 0 ? known !== undefined : typeof known === 'string') throw bad(key)
  if (rest.length === 0) tree.set(name, value)
  else {
    const branch = known instanceof Map ? known : new Map<string, string | Tree>()
    tree.set(name, branch)
    plant(branch, key, rest, value)
  }
}

const grown = (node: string | Tree): unknown => {
  if (typeof node === 'string') return node
  const entries = [...node].map(([name, child]) => [name, grown(child)] as const)
  if (entries.every(([name]) => /^\d+$/.test(name))) return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
  return Object.fromEntries(entries)
}

/** The parameters of an address: `a=1`, `ids[]=1`, `search[0][field]=a` as BuildAdmin's client writes them, `a=1&a=2`. Anything else is refused. */
export const nest = (flat: Iterable<readonly [string, string]>): Record<string, unknown> => {
  const texts = new Map<string, string[]>()
  const trees = new Map<string, Tree>()
  for (const [key, value] of flat) {
    const [head = '', ...rest] = partsOf(key)
    if ((rest.length ? texts : trees).has(head)) throw bad(key)
    if (rest.length === 0) {
      const values = texts.get(head)
      if (values) values.push(value)
      else texts.set(head, [value])
    } else {
      const tree: Tree = trees.get(head) ?? new Map<string, string | Tree>()
      trees.set(head, tree)
      plant(tree, key, rest, value)
    }
  }
  return Object.fromEntries([
    ...[...texts].map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const),
    ...[...trees].map(([name, tree]) => [name, grown(tree)] as const),
  ])
}
