/** Extended properties: one `key=value` per line, no quotes. Lines that are not are named, not dropped. */
export const parseProperties = (text: string): { properties: Record<string, string>; bad: { line: number; text: string }[] } => {
  // Without a prototype: a line `__proto__=x` is a key like any other, not one that vanishes.
  const properties = Object.create(null) as Record<string, string>
  const bad: { line: number; text: string }[] = []
  text.split(/\r?\n/).forEach((raw, at) => {
    const line = raw.trim()
    if (line === '') return
    const eq = line.indexOf('=')
    const key = line.slice(0, Math.max(eq, 0)).trim()
    if (eq < 1 || key === '' || /["']/.test(line)) bad.push({ line: at + 1, text: line })
    else properties[key] = line.slice(eq + 1).trim()
  })
  return { properties, bad }
}
export const printProperties = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([k, v]) => `${k}=${v}`)
    .join('\n')
