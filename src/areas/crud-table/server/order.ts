import type { Resource } from '#kernel'

export const orderOf = ({ fields }: Pick<Resource, 'fields'>): string[] => Object.keys(fields)

/** The database keeps the keys of an object in an order of its own: the fields are put back into the one that somebody chose. */
export const inOrder = <R extends Pick<Resource, 'fields'>>(definition: R, order: unknown): R => {
  const wanted = Array.isArray(order) ? order : []
  const names = [...new Set([...wanted.filter((name) => Object.hasOwn(definition.fields, name)), ...orderOf(definition)])]
  return {
    ...definition,
    fields: Object.fromEntries(names.flatMap((name) => (definition.fields[name] ? [[name, definition.fields[name]]] : []))),
  }
}
