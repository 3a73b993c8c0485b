import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailing } from '../src/areas/qc-run/server/mail/task.ts'
import { scheduled } from '../src/areas/qc-run/server/scheduled.ts'
import { running } from '../src/areas/qc-run/server/task.ts'
import { MAX_FILE_BYTES, enterOutbox } from '../src/server/message/deliver.ts'
import { sending } from '../src/server/message/send-task.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { fireDue } from '../src/server/task/schedule.ts'
import { accept, built, call, deliver, departments, server, sql, withDeliveries } from './delivery-kit.ts'
import { filesIn, startMailServer } from './mail-server.ts'
import { person } from './person.ts'
import { PASSWORD } from './server.ts'
import { add, post, read } from './study-kit.ts'
import type { Row } from './study-kit.ts'
import { toolsOf, workBeside } from './worker.ts'

withDeliveries()
const TASKS = [running, scheduled, mailing, sending]
let worker: { stop(): Promise<void> }
let mail: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mail = await startMailServer()
  worker = await workBeside(server.backend, TASKS)
  await sql(`UPDATE routine_config SET value = 'false' WHERE name = 'recheck_on_change'`)
  await sql(`UPDATE routine_config SET value = '"https://qc.example.org/"' WHERE name = 'site_url'`)
})
afterAll(async () => {
  await worker.stop()
  mail.close()
})

const useServer = async (isOn: boolean) => {
  const [config] = await sql<{ id: number }>('SELECT id FROM mail_config')
  const body = { id: config?.id, server: isOn ? '127.0.0.1' : '', port: mail.port, security: 'none', sender: 'noreply@example.org' }
  expect(await call('/admin/mail.config/edit', { body })).toMatchObject({ code: 1 })
}
const RULE = { check: 'range', table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } }
/** A study with one value out of range, and a set with a clock that mails to these roles. */
const clocked = async (mailTo: string[]) => {
  const { study, gather, code } = await built()
  await accept(await deliver(gather, 'subject,visit,name,sbp,dbp\nS1,V1,不得外传,300,80\nS2,V1,别人,130,85\n'))
  const file = JSON.stringify({ parameters: [{ ...RULE, id: `sbp.${study}.${randomUUID().slice(0, 8)}` }] })
  expect(await post(call, 'control.parameter/take', { file, study })).toMatchObject({ code: 1 })
  await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
  const rules = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1', [study])
  const names = { code: `mail-${study}`, name: `随访 ${study}`, nameEn: `Follow-up ${study}` }
  const set = await add(call, 'control.set', { ...names, study, parameters: rules.map(({ id }) => id), cron: '0 2 * * *', mailTo })
  return { study, set: set.id, code }
}
const fire = async (set: number) => {
  await sql(`UPDATE schedule SET next_at = now() - interval '1 minute' WHERE name = $1`, [`control.set.${set}`])
  await fireDue(server.backend.database, new Map(TASKS.map((task) => [task.kind, task])), (error) => expect.fail(String(error)))
}
const lastRun = async (study: number): Promise<Row | undefined> =>
  (await sql<Row>('SELECT * FROM qc_run WHERE study = $1 ORDER BY id DESC LIMIT 1', [study]))[0]
const ended = async (study: number): Promise<Row> => {
  await expect.poll(async () => (await lastRun(study))?.state, { timeout: 60_000 }).toBe('done')
  const run = await lastRun(study)
  if (!run) throw new Error('no run')
  return run
}
type Sent = { recipient: string; subject: string; body: string; status: string; file: string | null; fileHash: string | null }
const outboxOf = (study: string) =>
  sql<Sent>(
    `SELECT recipient, subject, body, status, file, file_hash AS "fileHash" FROM message_outbox WHERE purpose = 'qc_report' AND file LIKE $1
     OR purpose = 'qc_report' AND body LIKE $1 ORDER BY recipient`,
    [`%${study}%`],
  )
const quiet = async () => {
  const open = () => sql(`SELECT 1 FROM task WHERE kind IN ('qc.mail', 'message.send', 'qc.run') AND state IN ('waiting', 'running')`)
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
}
type Said = { mailed: Record<string, unknown> | null }
const saidOf = async (run: Row) => (await call<Said>('/admin/qc.run/mailed', { query: { id: String(run.id) } })).data.mailed
const addressed = (id: number, email: string) => sql('UPDATE auth_admin SET email = $2 WHERE id = $1', [id, email])
const place = (study: number, who: object, role: string, more: object = {}) => add(call, 'study.member', { study, role, ...who, ...more })
const reportOf = async (run: Row, lang = 'zh-cn'): Promise<string> => {
  const { data } = await call<{ ticket: string }>('/admin/index/ticket', { method: 'POST' })
  const query = new URLSearchParams({ id: String(run.id), lang, server: '1', batoken: data.ticket })
  return (await fetch(`${server.address}/admin/qc.run/report?${query}`)).text()
}

test('after a scheduled run each of the named roles gets one mail with the file of the page, in their own language; nobody else does', async () => {
  await useServer(true)
  await addressed(1, 'pi@example.org')
  const { study, set, code } = await clocked(['pi', 'monitor'])
  const whole = /^(study|qc)(\/|$)/
  const english = await person(server, 'mailen', whole)
  await server.call('/admin/index/login', { body: { username: 'mailen', password: PASSWORD }, headers: { 'think-lang': 'en' } })
  const oneSite = await person(server, 'mailsite', /^qc(\/|$)/)
  const noRight = await person(server, 'mailnone', /^todo(\/|$)/)
  const outside = await person(server, 'mailout', whole)
  const coordinator = await person(server, 'mailrole', whole)
  const gone = await person(server, 'mailgone', whole)
  for (const [who, name] of [
    [english, 'en'],
    [oneSite, 'site'],
    [noRight, 'none'],
    [outside, 'out'],
    [coordinator, 'role'],
    [gone, 'gone'],
  ] as const)
    await addressed(who.id, `${name}@example.org`)
  await place(study, { admin: english.id }, 'monitor')
  await place(study, { admin: oneSite.id }, 'monitor', { departments: [departments[0]] })
  await place(study, { admin: noRight.id }, 'monitor')
  await place(study, { admin: coordinator.id }, 'coordinator')
  const unaddressed = await person(server, 'mailless', whole)
  await place(study, { admin: unaddressed.id }, 'monitor')
  const left = await place(study, { admin: gone.id }, 'monitor')
  await sql(`UPDATE study_member SET "to" = now() - interval '1 day' WHERE id = $1`, [left.id])
  const member = await add(call, 'user.user', {
    username: 'mailmember',
    nickname: '外院研究者',
    group: (await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1'))[0]?.id,
    email: 'member@example.org',
    password: PASSWORD,
  })
  await place(study, { user: member.id }, 'pi')

  await fire(set)
  const run = await ended(study)
  await quiet()
  const arrived = mail.received.filter(({ to }) => to.endsWith('@example.org'))
  expect(arrived.map(({ to }) => to).toSorted()).toEqual(['en@example.org', 'member@example.org', 'pi@example.org', 'site@example.org'])
  const report = await reportOf(run)
  expect(report).toContain('<html')
  expect(report).not.toContain('不得外传')
  const fileTo = (to: string) => filesIn(arrived.find((one) => one.to === to)?.message ?? '')
  // One file, first shown in the reader's language, from the page as by mail.
  const inEnglish = await reportOf(run, 'en')
  expect([report.match(/<html lang="\w+">/g), inEnglish.match(/<html lang="\w+">/g)]).toEqual([['<html lang="zh">'], ['<html lang="en">']])
  expect(fileTo('pi@example.org')).toEqual([{ name: `${code}.html`, content: report }])
  expect(fileTo('en@example.org')).toEqual([{ name: `${code}.html`, content: inEnglish }])
  for (const to of ['site@example.org', 'member@example.org']) expect(fileTo(to), to).toEqual([])

  const texts = new Map((await outboxOf(code)).map((one) => [one.recipient, one]))
  const score = Number(run['score']).toFixed(1)
  expect(texts.get('pi@example.org')).toMatchObject({
    subject: expect.stringContaining(`研究 ${code}：质控得分 ${score}`),
    body: expect.stringMatching(/结论：.+\n得分：.+\n新问题：1\n重新出现：0\n已解决：0\n/),
    status: 'sent',
    file: `${code}.html`,
    fileHash: run['report'],
  })
  expect(texts.get('en@example.org')).toMatchObject({
    subject: expect.stringContaining(`Study ${code}: quality score ${score}`),
    body: expect.stringContaining(
      `New findings: 1\nReopened: 0\nResolved: 0\n\nThe whole report is attached; in the system it is at https://qc.example.org/admin/qc/run/${run.id}`,
    ),
  })
  expect(texts.get('site@example.org')).toMatchObject({ file: null, body: expect.stringContaining('只发给能查看整个研究的人') })
  expect(texts.get('member@example.org')).toMatchObject({ file: null, body: expect.not.stringContaining('/admin/') })
  expect(await saidOf(run)).toEqual({ hasServer: true, mails: 4, noFile: 2, noAddress: 1, noRight: 1, states: { sent: 4 } })

  // Asked for once more, whoever asks, it is not sent once more.
  await enqueue(server.backend.database, mailing, { run: run.id })
  await quiet()
  expect(mail.received).toHaveLength(arrived.length)
})

test('whoever waits for the report of a scheduled run is told that it failed, and why', async () => {
  await useServer(true)
  await addressed(1, 'pi@example.org')
  const { study, set, code } = await clocked(['pi'])
  await sql(`UPDATE study_dictionary SET state = 'retired' WHERE study = $1`, [study])
  const [run] = await sql<{ id: number }>(
    `INSERT INTO qc_run (title, title_en, study, "set", "trigger") VALUES ($1, $1, $2, $3, 'schedule') RETURNING id`,
    [code, study, set],
  )
  await enqueue(server.backend.database, running, { run: run?.id ?? 0 })
  await expect.poll(async () => (await lastRun(study))?.state, { timeout: 60_000 }).toBe('failed')
  await quiet()
  expect(await outboxOf(code)).toEqual([
    expect.objectContaining({
      recipient: 'pi@example.org',
      subject: expect.stringContaining(`研究 ${code}：定时质控未能完成`),
      body: expect.stringMatching(
        new RegExp(`原因：研究没有已发布的数据字典\\n\\n请处理后再次运行：https://qc.example.org/admin/qc/run/${run?.id}`),
      ),
      status: 'sent',
      file: null,
    }),
  ])
})

test('a run by hand is mailed to nobody, nor a scheduled one whose set names no role', async () => {
  await useServer(true)
  await addressed(1, 'pi@example.org')
  const before = mail.received.length
  const { study, set } = await clocked(['pi'])
  expect(await post(call, 'qc.run/judge', { study, set })).toMatchObject({ code: 1 })
  const byHand = await ended(study)
  const { version } = await read(call, 'control.set', set)
  expect(await post(call, 'control.set/edit', { id: set, version, mailTo: [] })).toMatchObject({ code: 1 })
  await fire(set)
  await expect.poll(async () => (await lastRun(study))?.['trigger'], { timeout: 60_000 }).toBe('schedule')
  for (const run of [byHand, await ended(study)]) expect(await saidOf(run)).toBeNull()
  await quiet()
  expect(mail.received).toHaveLength(before)
})

test('without a mail server nothing is written or called sent; log and page say so', async () => {
  await useServer(false)
  await addressed(1, 'pi@example.org')
  const { study, set, code } = await clocked(['pi'])
  await fire(set)
  const run = await ended(study)
  await quiet()
  expect(await outboxOf(code)).toEqual([])
  expect(await saidOf(run)).toMatchObject({ hasServer: false, mails: 0, states: {} })
  const log = await sql(`SELECT e.data FROM task_event e JOIN task t ON t.id = e.task WHERE t.id = $1 AND e.kind = 'log'`, [run['task']])
  expect(JSON.stringify(log)).toMatch(/没有可用的邮件服务器/)
})

test('no file above the limit enters the outbox', async () => {
  const file = { name: 'large.html', sha256: 'a'.repeat(64), size: MAX_FILE_BYTES + 1 }
  const letter = { channel: 'mail', to: 'large@example.org', subject: 's', text: 't', template: null, file } as const
  await expect(enterOutbox(toolsOf(server.backend).system, 'qc_report', letter)).rejects.toThrow('too large')
  expect(await sql(`SELECT 1 FROM message_outbox WHERE recipient = 'large@example.org'`)).toEqual([])
})
