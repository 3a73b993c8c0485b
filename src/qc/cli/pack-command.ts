import { columnsOf, parseDictionary } from '../packs/dictionary.ts'
import { edcPack, type EdcOptions } from '../packs/edc.ts'
import { fastqPack } from '../packs/fastq.ts'
import { starterPack } from '../packs/starter.ts'
import { vcfPack } from '../packs/vcf.ts'
import { profileTable } from '../profile/profile.ts'
import { QcInputError } from '../source/input-error.ts'
import { readText } from '../source/read-text.ts'
import type { Invocation } from './arguments.ts'
import { withTables } from './session.ts'

/** Prints parameters ready for `check`: `pack edc --dictionary D.csv`, `pack starter FILE`, `pack fastq`, `pack vcf`. */
export async function packCommand(
  invocation: Invocation,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const [kind, ...files] = invocation.files
  const show = (parameters: unknown) => print(JSON.stringify({ parameters }, null, 2))
  if (kind?.file === 'fastq') {
    show(fastqPack())
    return 0
  }
  if (kind?.file === 'vcf') {
    show(vcfPack())
    return 0
  }
  if (kind?.file === 'edc') {
    const file = invocation.option('dictionary')
    if (!file)
      throw new QcInputError('usage', { file: 'qc pack edc' }, { zh: '缺少 --dictionary 文件', en: '--dictionary FILE is missing' })
    const codes = invocation.option('missing-codes')
    const pack = edcPack(parseDictionary(await readText(file, invocation.stage.encoding), file), {
      keyFields: invocation.keys[0]?.columns ?? [],
      missingCodes: codes?.split(',') ?? [],
      ...(await layoutOf(invocation)),
    })
    show(pack.parameters)
    for (const item of pack.untranslated) complain(`${item.field}: ${item.reason}: ${item.source}`)
    return 0
  }
  if (kind?.file === 'starter' && files.length > 0) {
    return withTables({ ...invocation, files }, [], async ({ db, tables }) => {
      const packs = await Promise.all(tables.map(async (table) => starterPack(await profileTable(db, table))))
      show(packs.flat())
      return 0
    })
  }
  throw new QcInputError(
    'usage',
    { file: 'qc pack' },
    {
      zh: '用法：qc pack edc --dictionary 字典.csv | starter 文件… | fastq | vcf',
      en: 'usage: qc pack edc --dictionary D.csv | starter FILE… | fastq | vcf',
    },
  )
}

/** `--events`: which form belongs to which event, as REDCap exports it; `--rules`: rules of the project's own. */
async function layoutOf(invocation: Invocation): Promise<Pick<EdcOptions, 'designated' | 'customRules' | 'repeating'>> {
  const [events, rules, repeating] = [invocation.option('events'), invocation.option('rules'), invocation.option('repeating')]
  const read = async (file: string, ...columns: string[][]) => columnsOf(await readText(file, invocation.stage.encoding), file, columns)
  return {
    ...(repeating === undefined ? {} : { repeating: repeating.split(',') }),
    ...(events
      ? {
          designated: (await read(events, ['unique_event_name', 'event', '事件'], ['form', '表单'])).map(([event, form]) => ({
            event: event!,
            form: form!,
          })),
        }
      : {}),
    ...(rules
      ? {
          customRules: (await read(rules, ['rule_name', 'name', '名称'], ['rule_logic', 'logic', '条件'])).map(([name, logic]) => ({
            name: name!,
            logic: logic!,
          })),
        }
      : {}),
  }
}
