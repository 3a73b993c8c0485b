import type { CompileContext } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import type { Fact, FactItem, Part } from '../../shape.ts'
import { filesOf, type FileFact } from '../../source/file-fact.ts'

type Place = Pick<CompileContext<unknown>, 'tables' | 'context'>

export function requiredFiles({ tables, context }: Place): FileFact[] {
  const files = filesOf(tables, context)
  if (files.length === 0) throw new NotApplicable('out_of_scope')
  return files
}

/** A verdict per file: undefined is fine, a text is what was found instead. */
export function perFile(files: readonly FileFact[], judge: (file: FileFact) => string | undefined): Part {
  return {
    shape: 'fact',
    fields: [],
    label: 'file',
    evaluate: (): Fact => {
      const items = files.flatMap((file): FactItem[] => {
        const found = judge(file)
        return found === undefined ? [] : [{ field: 'file', value: found, key: { file: file.name } }]
      })
      return { denominator: files.length, violated: items.length, items }
    },
  }
}
