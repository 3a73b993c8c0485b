import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

// An import that is only a type is gone in the build; one inside `import(…)` comes later.
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'"()]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const roots: Readonly<Record<string, string>> = { '#kernel': 'src/kernel/index.ts', '#web': 'src/web/kit.tsx' }

const fileOf = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  if (specifier.startsWith('#web/') || specifier.startsWith('#areas/')) return resolve('src', specifier.slice(1))
  return roots[specifier] && resolve(roots[specifier])
}

/** The source files (as paths from the root of the project) and made modules (`virtual:icon/x`) that arrive together with these. A name that is no file stops the build. */
export const staticImports = (...entries: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (file: string) => {
    const name = relative('.', file)
    if (found.has(name) || !/\.tsx?$/.test(name)) return
    if (!existsSync(file)) throw new Error(`${name} is named in the build, but there is no such file`)
    found.add(name)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const next = fileOf(specifier, file)
      if (next) visit(next)
      else if (specifier.startsWith('virtual:')) found.add(specifier)
    }
  }
  for (const entry of entries) visit(resolve(entry))
  return found
}
