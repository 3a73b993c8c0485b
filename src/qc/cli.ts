import { parseInvocation, type Invocation } from './cli/arguments.ts'
import { catalogueCommand } from './cli/catalogue-command.ts'
import { checkCommand } from './cli/check-command.ts'
import { diffCommand } from './cli/diff-command.ts'
import { headCommand } from './cli/head-command.ts'
import { HELP } from './cli/help.ts'
import { initCommand } from './cli/init-command.ts'
import { languageOf } from './cli/language.ts'
import { machineError } from './cli/machine-error.ts'
import { packCommand } from './cli/pack-command.ts'
import { profileCommand } from './cli/profile-command.ts'
import { QcInputError } from './source/input-error.ts'

type Say = (text: string) => void
type Command = (invocation: Invocation, print: Say, complain: Say) => Promise<number> | number

const COMMANDS: Readonly<Record<string, Command>> = {
  head: headCommand,
  init: initCommand,
  profile: profileCommand,
  check: checkCommand,
  diff: diffCommand,
  pack: packCommand,
  catalogue: catalogueCommand,
}

/** A bug of ours: it shows its trace, and must not look like a check that failed. */
const BROKEN = 70

/** 0 passed, 1 checks failed, 2 bad input (one sentence on the error stream); anything else is a bug and is thrown. */
export async function main(
  args: readonly string[],
  print: Say = (text) => void process.stdout.write(`${text}\n`),
  complain: Say = (text) => void process.stderr.write(`${text}\n`),
): Promise<number> {
  const joined = args.find((item) => item.startsWith('--lang='))?.slice('--lang='.length)
  const language = languageOf(joined ?? args[args.indexOf('--lang') + 1 || args.length])
  try {
    const invocation = parseInvocation(args)
    const command = COMMANDS[invocation.command]
    if (invocation.help || invocation.command === '' || invocation.command === 'help') {
      print(HELP[language])
      return 0
    }
    if (!command)
      throw new QcInputError(
        'usage',
        { file: 'qc' },
        {
          zh: `没有“${invocation.command}”命令；可用：${Object.keys(COMMANDS).join('、')}`,
          en: `there is no command "${invocation.command}"; there are ${Object.keys(COMMANDS).join(', ')}`,
        },
      )
    return await command(invocation, print, complain)
  } catch (error) {
    const said = error instanceof QcInputError ? error : machineError(error)
    if (!said) throw error
    complain(said.text[language])
    return 2
  }
}

if (import.meta.main)
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error)
    return BROKEN
  })
