import type { ReportFact } from '#qc/report/model.ts'
import { text, type Text } from '#qc/text.ts'
import type { Db } from '#server/db/database.ts'
import { ruleNamed } from '#study/parameter/in-force.ts'
import { overrideIn } from '#study/run/split.ts'
import locale from '../locale.ts'
import type { Asked } from './asked.ts'

type Run = { trigger: string; file: number | null; set: string | null; setEn: string | null }
const RUN = `SELECT r.trigger, v.number AS file, s.name AS "set", s.name_en AS "setEn" FROM qc_run r LEFT JOIN control_set s ON s.id = r."set"
  LEFT JOIN datafile_version v ON v.id = r.file_version WHERE r.id = $1`

const triggerWords = (trigger: string): Text => {
  const words = (language: 'zh-cn' | 'en'): string => {
    const named: Readonly<Record<string, string>> = locale[language].options.trigger
    return named[trigger] ?? trigger
  }
  return text(words('zh-cn'), words('en'))
}

/** So many overrides are named; the results say which of them held where. */
const NAMED = 20
const named = (overrides: Asked['overrides'], nameOf: (one: Asked['overrides'][number]) => string): string => {
  const all = overrides.map((one) => `#${one.id} ${nameOf(one)} v${one.version}`)
  return [...all.slice(0, NAMED), ...(all.length > NAMED ? [`+${all.length - NAMED}`] : [])].join('; ')
}

/** What a page that has left the house must say of itself: which run it is, and by what it judged. */
export const reportFacts = async (db: Db, asked: Asked, moment: string | null): Promise<ReportFact[]> => {
  const { id, rules, overrides, subject } = asked
  const [run] = await db.query<Run>(RUN, [id])
  const facts: (ReportFact | false)[] = [
    { label: text('运行', 'Run'), value: `#${id}` },
    { label: text('触发方式', 'Trigger'), value: triggerWords(run?.trigger ?? '') },
    run?.set != null && { label: text('参数集', 'Control set'), value: text(run.set, run.setEn || run.set) },
    run?.file != null && { label: text('文件版本', 'File version'), value: `v${run.file}` },
    subject.kind === 'records' && { label: text('数据字典', 'Dictionary'), value: `v${subject.dictionary}` },
    moment !== null && { label: text('数据快照', 'Snapshot of the data'), value: moment.replace('T', ' ') },
    {
      label: text('参数版本', 'Rule versions'),
      value: text(`${rules.length} 条参数，各自的版本见检查结果`, `${rules.length} rules, each with its version among the results`),
    },
    overrides.length > 0 && {
      label: text('例外', 'Overrides'),
      value: text(
        named(overrides, ({ name }) => name),
        named(overrides, ({ name, nameEn }) => nameEn || name),
      ),
    },
  ]
  return facts.filter((fact) => fact !== false)
}

/** Which version of a rule judged, and which override held where it did. */
export const versionIn =
  ({ rules, overrides }: Asked) =>
  (parameter: string): Text | null => {
    const rule = ruleNamed(rules, parameter)
    if (!rule) return null
    const own = overrideIn(parameter, overrides)
    const [zh, en] = own
      ? [`，例外 #${own.id} ${own.name} v${own.version}`, `, override #${own.id} ${own.nameEn || own.name} v${own.version}`]
      : ['', '']
    return text(`参数版本 v${rule.number}${zh}`, `rule version v${rule.number}${en}`)
  }
