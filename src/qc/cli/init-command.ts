import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { profileTable } from '../profile/profile.ts'
import type { TableProfile } from '../profile/types.ts'
import { QcInputError } from '../source/input-error.ts'
import type { Invocation } from './arguments.ts'
import { keysOf, withKeys } from './keys.ts'
import { claimOutput, writeWhole } from './output-file.ts'
import { withTables } from './session.ts'
import type { Language } from './language.ts'

/** Suggested parameters as a file that `check` reads: each with a note that says what speaks for it. */
export async function initCommand(
  invocation: Invocation,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const { language } = invocation
  const zh = language === 'zh'
  const inputs = invocation.files.map(({ file }) => file)
  const out = invocation.option('suggest') ?? invocation.option('parameters') ?? besides(inputs[0] ?? 'parameters')
  if (await stat(out).catch(() => undefined))
    throw new QcInputError(
      'exists',
      { file: out },
      { zh: '文件已存在；用 --parameters 另取一名', en: 'the file is there already; choose another name with --parameters' },
    )
  await claimOutput(out, inputs)
  return withTables(
    invocation,
    [],
    async ({ db, tables, unread, progress }) => {
      const profiles: TableProfile[] = []
      for (const table of tables)
        profiles.push(await profileTable(db, table, { onProgress: (done, total) => progress.show(table.name, done, total) }))
      progress.clear()
      for (const error of unread) complain(error.text[language])
      const keys = keysOf(invocation.keys, tables, '--key')
      const own = profiles.map((profile) => ({ ...profile, suggested: withKeys(profile.suggested, keys, tables) }))
      await writeWhole(out, (draft) => writeFile(draft, commented(own, language)))
      const count = profiles.reduce((sum, profile) => sum + profile.suggested.length, 0)
      print(
        zh
          ? `${count} 个建议的参数已写入 ${out}；删改后运行：qc check ${inputs.join(' ')} --parameters ${out}`
          : `${count} suggested parameters written to ${out}; prune them, then: qc check ${inputs.join(' ')} --parameters ${out}`,
      )
      return unread.length > 0 ? 2 : 0
    },
    true,
  )
}

const besides = (file: string): string => path.join(path.dirname(file), `${path.basename(file).split('.')[0]}.qc.json`)

function commented(profiles: readonly TableProfile[], language: Language): string {
  const zh = language === 'zh'
  const head = zh
    ? [
        '由数据推断的控制参数：多数数据遵守的规则，少数例外值得一看。请逐条删改。',
        '以 // 开头的行是说明。把握指规则在总体中成立的比例的下限。',
      ]
    : [
        'Parameters inferred from the data: rules that most of it follows, so that the exceptions are worth a look. Prune them.',
        'Lines that begin with // are notes. "sure" is the lower bound of the share the rule holds for.',
      ]
  const lines = profiles.flatMap(({ suggested, evidence }) =>
    suggested.map((parameter) => {
      const { confidence, evidence: said } = evidence[parameter.id]!
      return { note: `${said[language]}${zh ? '；把握' : '; sure'} ${confidence}`, body: JSON.stringify(parameter) }
    }),
  )
  const items = lines.map(({ note, body }, index) => `    // ${oneLine(note)}\n    ${body}${index < lines.length - 1 ? ',' : ''}`)
  return `${head.map((line) => `// ${line}`).join('\n')}\n{\n  "parameters": [\n${items.join('\n')}\n  ]\n}\n`
}

/** The name of a column may hold a line break; the rest of it would be no comment. */
const oneLine = (note: string): string => note.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
