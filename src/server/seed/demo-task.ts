import { keptText, type Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { State } from '../task/state.ts'

const CHECK: Words = { 'zh-cn': '运行质控', en: 'Run quality control' }
const EXPORT: Words = { 'zh-cn': '导出', en: 'Export' }
const IMPORT: Words = { 'zh-cn': '读取与比较交付', en: 'Read and compare a delivery' }
const STEPS = [
  { name: 'read', words: { 'zh-cn': '读取', en: 'Read' } },
  { name: 'check', words: { 'zh-cn': '检查', en: 'Check' } },
  { name: 'report', words: { 'zh-cn': '报告', en: 'Report' } },
]

type Told = {
  state: State
  title: string
  called: Words
  hoursAgo: number
  seconds?: number
  progress?: number
  step?: string
  error?: Words
  result?: object
  lines?: readonly string[]
}
/** No worker knows their kind: they stay as they are for ever, and say so, lest somebody waits for them. */
const EXAMPLE = '（示例）'
const STANDS_STILL = keptText({ 'zh-cn': '这是示例：停在这里，不会继续', en: 'This is an example: it stands still here' })
/** One of each state, so that the page can be seen before anything was asked for. */
const TOLD: readonly Told[] = [
  {
    state: 'done',
    title: '高血压随访 第 2 次交付',
    called: CHECK,
    hoursAgo: 30,
    seconds: 94,
    progress: 1,
    result: { results: 43, failed: 3, warned: 5 },
    lines: ['1,204 rows × 38 columns', '43 checks', 'failed: R03 收缩压范围 (12)', 'failed: R11 随访窗口 (4)', 'report written'],
  },
  {
    state: 'failed',
    title: '访视数据 第四批.csv',
    called: IMPORT,
    hoursAgo: 26,
    seconds: 3,
    progress: 0.1,
    step: 'read',
    error: { 'zh-cn': '第 1,204 行：缺少列“随访日期”', en: 'line 1,204: the column “随访日期” is missing' },
    lines: ['reading 访视数据 第四批.csv', 'line 1204: 37 instead of 38 fields'],
  },
  {
    state: 'parked',
    title: '检验科接口同步',
    called: IMPORT,
    hoursAgo: 20,
    seconds: 61,
    progress: 0.4,
    step: 'read',
    error: { 'zh-cn': '对方系统无应答（已尝试 3 次）', en: 'The other system does not answer (tried 3 times)' },
    lines: ['connecting …', 'no answer after 20 s', 'connecting …', 'no answer after 20 s', 'connecting …', 'no answer after 20 s'],
  },
  { state: 'cancelled', title: '全部受试者导出', called: EXPORT, hoursAgo: 6, seconds: 18, progress: 0.22, step: 'read' },
  {
    state: 'running',
    title: '高血压随访 第 3 次交付',
    called: CHECK,
    hoursAgo: 0.02,
    progress: 0.62,
    step: 'check',
    lines: ['1,288 rows × 38 columns', '27 of 43 checks'],
  },
  { state: 'waiting', title: '夜间质控', called: CHECK, hoursAgo: 0.01 },
]

const INSERT = `WITH t AS (INSERT INTO task (kind, lane, input, title, called, state, progress, step, error, result, owner_kind, owner_id, department_id,
    created_at, run_after, started_at, ended_at, seq, log_lines, attempt)
  VALUES ('demo.work', 'heavy', '{}', $1, $2, $3, $4, $5, $6, $7, 'admin', $8, $9, $10::timestamptz, $10, $11, $12, 2, $13, CASE $3::text WHEN 'parked' THEN 3 WHEN 'waiting' THEN 0 ELSE 1 END) RETURNING id)
  INSERT INTO task_event (task, seq, at, kind, data) SELECT id, e.seq, $10, e.kind, e.data FROM t,
    (VALUES (1, 'log', jsonb_build_object('lines', $14::text[])), (2, 'state', jsonb_build_object('state', $3::text))) e (seq, kind, data)`

/** What ran for that person, what waits and what went wrong. */
export const demoTasks = async (tx: Ctx, owner: { id: number; departmentId: number | null }, now = Date.now()): Promise<void> => {
  for (const { state, title, called, hoursAgo, seconds, progress = 0, step, error, result, lines = [] } of TOLD) {
    const told = [...lines, STANDS_STILL]
    const at = now - hoursAgo * 3_600_000
    await tx.db.query(INSERT, [
      title + EXAMPLE,
      JSON.stringify({ title: called, steps: STEPS }),
      state,
      progress,
      step ?? null,
      error ? JSON.stringify(error) : null,
      result ? JSON.stringify(result) : null,
      owner.id,
      owner.departmentId,
      new Date(at).toISOString(),
      state === 'waiting' ? null : new Date(at).toISOString(),
      seconds === undefined ? null : new Date(at + seconds * 1000).toISOString(),
      told.length,
      told,
    ])
  }
}
