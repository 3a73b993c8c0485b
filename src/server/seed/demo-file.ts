import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Actor, Ctx } from '../model/context.ts'
import { DEFAULT_ADDRESS, addressOf } from '../storage/address.ts'
import { FILE_KINDS, suffixOf } from '../storage/file-kind.ts'
import type { Store } from '../storage/store.ts'
import type { DemoClock, Moment } from './demo-time.ts'

/** A table as a data office keeps it: a heading and as many lines as asked for. */
const table = (heading: string, lines: number, line: (i: number, next: DemoClock['next']) => string, next: DemoClock['next']): string =>
  `\uFEFF${heading}\r\n${Array.from({ length: lines }, (_, i) => line(i + 1, next)).join('\r\n')}\r\n`
const subject = (i: number) => `S${String(i).padStart(4, '0')}`
const call = (i: number, next: DemoClock['next']) =>
  `${subject(i)},V${1 + (i % 6)},${['心血管内科', '呼吸与危重症医学科', '内分泌科'][i % 3]!},${100 + next(60)},${60 + next(40)},${(3 + next(40) / 10).toFixed(1)}`

/** Days ago, name, text. */
const FILES: [number, string, (next: DemoClock['next']) => string][] = [
  [18, '受试者访视计划.csv', (next) => table('受试者,访视,科室,收缩压,舒张压,血钾', 1200, call, next)],
  [
    16,
    '数据字典 v1.0.csv',
    (next) => table('变量,标签,类型,单位', 180, (i) => `VAR${i},检验指标 ${i},${i % 4 ? '数值' : '文本'},${i % 4 ? 'mmol/L' : ''}`, next),
  ],
  [
    13,
    '质控规则说明.txt',
    () => '一、完整性：关键变量不得缺失。\n二、一致性：入组日期不晚于首次访视日期。\n三、有效性：检验值须在参考范围的合理倍数内。\n',
  ],
  [
    11,
    '中心筛查登记.csv',
    (next) =>
      table(
        '序号,中心,筛查日期,结果',
        640,
        (i, n) => `${i},${1 + n(5)} 号中心,2026-0${1 + n(9)}-1${n(10)},${n(4) ? '入组' : '筛败'}`,
        next,
      ),
  ],
  [9, '访视补录.csv', (next) => table('受试者,访视,科室,收缩压,舒张压,血钾', 300, call, next)],
  [
    6,
    '数据字典 v1.1.csv',
    (next) => table('变量,标签,类型,单位', 192, (i) => `VAR${i},检验指标 ${i},${i % 4 ? '数值' : '文本'},${i % 4 ? 'mmol/L' : ''}`, next),
  ],
  [
    4,
    '监查问题清单.csv',
    (next) =>
      table('编号,受试者,问题,状态', 86, (i, n) => `Q${i},${subject(1 + n(400))},原始记录与录入不一致,${n(3) ? '已解决' : '待回复'}`, next),
  ],
  [1, '访视数据 第三批.csv', (next) => table('受试者,访视,科室,收缩压,舒张压,血钾', 2400, call, next)],
]

/** Uploads by that person, with real files behind them. */
export const demoUploads = (tx: Ctx, clock: DemoClock, store: Store, actor: Actor): Moment[] =>
  FILES.map(([day, name, text]) => {
    const at = clock.at(day, 10 + clock.next(60) / 10)
    return {
      at,
      run: async () => {
        const content = Buffer.from(text(clock.next))
        const sha256 = createHash('sha256').update(content).digest('hex')
        const staged = await store.stage()
        await writeFile(staged, content)
        await store.keep(staged, sha256)
        const suffix = suffixOf(name)
        await tx.engine.add(
          { ...tx, at, actor },
          'routine.attachment',
          { name },
          {
            url: addressOf(DEFAULT_ADDRESS, { topic: 'default', suffix, sha256, at: new Date(at) }),
            size: content.length,
            mimetype: FILE_KINDS[suffix]!.mime,
            suffix,
            topic: 'default',
            sha256,
            storage: 'local',
            quote: 1,
            lastUploadAt: at,
            admin: actor.id,
          },
        )
      },
    }
  })
