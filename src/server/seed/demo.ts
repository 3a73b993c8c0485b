import type { Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'
import { loadDemoMembers } from './demo-member.ts'
import { STORY_DAYS, tellDemoStory } from './demo-story.ts'
import { demoClock } from './demo-time.ts'
import type { Telling } from './demo-time.ts'

type Unit = { name: string; code: string; phone?: string; children?: Unit[] }
const HOSPITAL: Unit[] = [
  {
    name: '临床研究中心',
    code: 'CRC',
    phone: '8001',
    children: [
      { name: '数据管理部', code: 'CRC-DM', phone: '8011' },
      { name: '统计分析部', code: 'CRC-BS', phone: '8012' },
      { name: '质量保证部', code: 'CRC-QA', phone: '8013' },
    ],
  },
  {
    name: '内科',
    code: 'IM',
    phone: '6100',
    children: [
      { name: '心血管内科', code: 'IM-CV', phone: '6110' },
      { name: '呼吸与危重症医学科', code: 'IM-RC', phone: '6120' },
      { name: '内分泌科', code: 'IM-EN', phone: '6130' },
      { name: '肾内科', code: 'IM-NE', phone: '6140' },
    ],
  },
  {
    name: '外科',
    code: 'SU',
    phone: '6200',
    children: [
      { name: '肝胆外科', code: 'SU-HB', phone: '6210' },
      { name: '神经外科', code: 'SU-NS', phone: '6220' },
    ],
  },
  { name: '医学影像科', code: 'RAD', phone: '6300' },
  { name: '检验科', code: 'LAB', phone: '6400', children: [{ name: '分子诊断实验室', code: 'LAB-MD', phone: '6410' }] },
]
const JOBS: [string, string, string, string | null, number, string][] = [
  ['主要研究者', 'PI', 'research', null, 12, '对研究的科学性、受试者安全和数据质量负责；审批方案、锁库与发布。'],
  ['临床研究协调员', 'CRC-STAFF', 'clinical', null, 24, '受试者管理、数据采集与录入、回答质疑。'],
  ['数据管理员', 'DM', 'data', 'CRC-DM', 6, '数据字典、质控参数、质疑管理、数据清理与锁库。'],
  ['数据录入员', 'DE', 'data', 'CRC-DM', 10, '双份录入与核对。'],
  ['统计师', 'BS', 'data', 'CRC-BS', 4, '统计分析计划、分析数据集与报告。'],
  ['监查员', 'CRA', 'research', 'CRC-QA', 5, '原始数据核查、方案依从性监查。'],
  ['质量经理', 'QM', 'management', 'CRC-QA', 2, '质量体系、稽查与纠正预防措施。'],
  ['影像技师', 'RT', 'clinical', 'RAD', 8, '影像采集与 DICOM 数据归档。'],
]
/** Group, what it may do (by area), data scope. */
/** The guide is for whoever works here. */
const EVERYBODY = /^docs(\/|$)/
/** To read what is masked, or arms before they are unblinded, is nobody's daily work. */
const KEPT_BACK = /\/(?:reveal|unblinded)$/
const GROUPS: [string, RegExp, string][] = [
  [
    '数据管理组',
    /^(?!study\/project\/all$)(dashboard|department|job|task|todo|datafile|gather|analysis|comment|study|clinical|query|finding|control|qc)(\/|$)|^auth\/log(\/index|$)/,
    'all',
  ],
  [
    '科室数据组',
    /^(dashboard|department|job|gather\/\w+|study\/\w+)(\/(index|exportExcel)|$)|^study(\/subject\/(add|edit|enrol|complete|withdraw|seal)|$)|^todo(\/(index|add|edit|take|finish|return)|$)|^(task|datafile|datafile\/version)(\/(index|upload|preview)|$)|^(control|qc)(\/(parameter|version|set|run|result)(\/index)?)?$|^finding(\/event)?(\/(index|fix))?$|^(query|query\/entry|clinical\/data)(\/(index|answer|remark|add|edit|submit|exportExcel)|$)|^comment(\/|$)|^study\/secondEntry(\/(index|enter)|$)/,
    'departmentTree',
  ],
  [
    '稽查组',
    /^(?!study\/project\/all$)(dashboard|department|job|study(\/\w+)?|gather\/\w+|analysis(\/\w+)?|auth\/(admin|group|log)|approval|control(\/\w+)?|qc(\/\w+)?|query|query\/entry|finding|finding\/event|clinical\/data|comment|security\/(recycleLog|sensitive|sensitiveLog))(\/(index|exportExcel|all))?$|^study\/trail\/export$/,
    'all',
  ],
]
const PEOPLE: [string, string, string, string, string][] = [
  ['datamanager', '数据管理员甲', '数据管理组', 'CRC-DM', 'DM'],
  ['cardiology', '心内科数据员', '科室数据组', 'IM-CV', 'CRC-STAFF'],
  ['respiratory', '呼吸科数据员', '科室数据组', 'IM-RC', 'CRC-STAFF'],
  ['auditor', '稽查员甲', '稽查组', 'CRC-QA', 'QM'],
]
export const DEMO_ADMINS = PEOPLE.map(([username]) => username)

/** The day on which the demo hospital began to work with the system. */
export const demoFounding = (): string => demoClock().at(STORY_DAYS, 9)

/** A hospital to look around in. Runs once, in one transaction, through the same door as everybody. */
export const loadDemo = async (ctx: Ctx, password: string, store: Store, tellings: readonly Telling[]): Promise<void> => {
  const clock = demoClock()
  await ctx.engine.write({ ...ctx, at: clock.at(STORY_DAYS, 10) }, async (tx) => {
    const add = (name: string, draft: Record<string, unknown>) => tx.engine.add(tx, name, draft).then((r) => r.id)
    const departments = new Map<string, number>()
    const grow = async (units: readonly Unit[], parentId: number | null) => {
      for (const { children = [], ...unit } of units.toReversed()) {
        const id = await add('department', { ...unit, parentId })
        departments.set(unit.code, id)
        await grow(children, id)
      }
    }
    await grow(HOSPITAL, null)
    const jobs = new Map<string, number>()
    for (const [name, code, category, department, headcount, duties] of JOBS.toReversed())
      jobs.set(code, await add('job', { name, code, category, department: department && departments.get(department), headcount, duties }))
    const rules = await tx.db.query<{ id: number; name: string; type: string }>('SELECT id, name, type FROM auth_rule')
    const groups = new Map<string, number>()
    for (const [name, pattern, scope] of GROUPS)
      groups.set(
        name,
        await add('auth.group', {
          name,
          scope,
          rules: rules.filter((r) => (pattern.test(r.name) && !KEPT_BACK.test(r.name)) || EVERYBODY.test(r.name)).map((r) => r.id),
        }),
      )
    for (const [username, nickname, group, code, job] of PEOPLE) {
      const department = departments.get(code)
      const head = await add('auth.admin', { username, nickname, groups: [groups.get(group)], department, job: jobs.get(job), password })
      await tx.engine.edit(tx, 'department', { id: department, head })
    }
    const [members] = await tx.db.query<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
    await loadDemoMembers(tx, members!.id, password)
    await tellDemoStory(tx, clock, store, tellings)
  })
  await ctx.db.query(`INSERT INTO setting (key, value) VALUES ('demo', 'true') ON CONFLICT DO NOTHING`)
}
