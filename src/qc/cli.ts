import { parseInvocation, type Invocation } from './cli/arguments.ts'
import { HELP } from './cli/help.ts'
import { languageOf } from './cli/language.ts'
import { machineError } from './cli/machine-error.ts'
import { QcInputError } from './source/input-error.ts'

type Say = (text: string) => void
type Command = (invocation: Invocation, print: Say, complain: Say) => Promise<number> | number

/** Each is loaded when it is asked for: all of them together take longer to load than a small file to judge. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  head: async () => (await import('./cli/head-command.ts')).headCommand,
  init: async () => (await import('./cli/init-command.ts')).initCommand,
  profile: async () => (await import('./cli/profile-command.ts')).profileCommand,
  check: async () => (await import('./cli/check-command.ts')).checkCommand,
  diff: async () => (await import('./cli/diff-command.ts')).diffCommand,
  pack: async () => (await import('./cli/pack-command.ts')).packCommand,
  catalogue: async () => (await import('./cli/catalogue-command.ts')).catalogueCommand,
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
    const load = COMMANDS[invocation.command]
    if (invocation.help || invocation.command === '' || invocation.command === 'help') {
      print(HELP[language])
      return 0
    }
    if (!load)
      throw new QcInputError(
        'usage',
        { file: 'qc' },
        {
          zh: `没有“${invocation.command}”命令；可用：${Object.keys(COMMANDS).join('、')}`,
          en: `there is no command "${invocation.command}"; there are ${Object.keys(COMMANDS).join(', ')}`,
        },
      )
    const command = await load()
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
