import { expect } from 'vitest'
import { systemContext } from '../../src/server/model/system-context.ts'
import { accept, admin, call, deliver, departments, left, sendTo, server, sql, waited } from '../delivery-kit.ts'
import { person } from '../person.ts'
import { member } from '../site-kit.ts'
import { add, collecting, form, move, post, publish, variable } from '../study-kit.ts'
import type { Call, Row } from '../study-kit.ts'
import { TOLD, needle, numeral } from './needle.ts'
import type { Needle, Place } from './needle.ts'

/** Everything of every area, but to see studies of others, entries of others in the trail, and what is masked. */
const RULES = /^(?!study\/project\/all$|auth\/log\/all$|security\/|.*\/reveal$)/
/** Accounts are chosen from where a field asks for one, and never listed. */
const WITHOUT_ACCOUNTS = /^(?!study\/project\/all$|auth\/|user\/|security\/|.*\/reveal$)/

type Reach = { sites: readonly Place['site'][]; level: number; isUntold?: true }
/** Who asks, how, and what they may know: of which study which sites, and which level in clear. */
export type Asker = {
  name: string
  kind: 'admin' | 'member' | 'machine'
  headers: Record<string, string>
  call?: Call
  reach: Partial<Record<1 | 2, Reach>>
}
export const mayKnow = ({ reach }: Asker, { study, site, level }: Needle): boolean => {
  const own = reach[study]
  return own !== undefined && (site === 'n' || own.sites.includes(site)) && (level === TOLD ? !own.isUntold : level <= own.level)
}

export type Study = { id: number; visit: number; form: number; set: number; parameter: number }
/** Numbers of records by resource and by whose they are: `1a` is of site A in the first study. */
export type Ids = Map<string, Map<string, number[]>>
export type House = { askers: Asker[]; studies: Record<1 | 2, Study>; ids: Ids; files: string[] }

const LEVELS = ['clear', 'low', 'high', 'person'] as const
const VARIABLES = [
  ...LEVELS.map((code, sensitivity) => variable('vitals', code, { sensitivity })),
  variable('vitals', 'amount', { type: 'integer' }),
  variable('vitals', 'dose', { type: 'integer', sensitivity: 2 }),
]
const valuesOf = (place: Place, last = 0) => ({
  ...Object.fromEntries(LEVELS.map((code, level) => [`v${level + 1}`, needle(place, `${code}${last}`, level)])),
  v5: numeral(place, 0, last),
  v6: numeral(place, 2, last),
})

const ids: Ids = new Map()
const note = (resource: string, { study, site }: Place, id: number): number => {
  const known = ids.get(resource) ?? new Map<string, number[]>()
  known.set(`${study}${site}`, [...(known.get(`${study}${site}`) ?? []), id])
  ids.set(resource, known)
  return id
}
const made = async (resource: string, place: Place, body: object, by: Call = call): Promise<Row> => {
  const row = await add(by, resource, body)
  note(resource, place, row.id)
  return row
}
const done = async <T>(path: string, body: object, by: Call = call, reason?: string): Promise<T> => {
  const { code, msg, data } = await post<T>(by, path, body, reason)
  if (code !== 1) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`)
  return data
}

const begin = async (study: 1 | 2): Promise<Study> => {
  const place: Place = { study, site: 'n' }
  const code = needle(place, 'study')
  const [home] = departments
  const { study: id, visit } = await collecting(call, code, home, 1)
  note('study.project', place, id)
  await sql('UPDATE study_project SET title = $2, title_en = $2, ethics_no = $2 WHERE id = $1', [id, needle(place, 'title')])
  note('study.visit', place, visit)
  await made('study.arm', place, { study: id, code: needle(place, 'arm'), name: needle(place, 'armname'), nameEn: 'Arm' })
  const { forms } = await publish(call, id, () => ({
    forms: [form('vitals', { doubleEntry: true, name: needle(place, 'form') })],
    codelists: [],
    variables: VARIABLES.map((one) => ({ ...one, label: needle(place, `label${one.code}`, one.sensitivity === 3 ? TOLD : 0) })),
  }))
  const formId = forms[0]!.id
  note('study.form', place, formId)
  note('clinical.data', place, formId)
  const rules = ['clear', 'dose'].map((column, at) => ({
    id: needle(place, `rule${at}`),
    ...(column === 'clear' ? { check: 'regex', params: { pattern: '^none$' } } : { check: 'range', params: { max: 1000 } }),
    table: 'vitals',
    columns: [column],
  }))
  await done('control.parameter/take', { file: JSON.stringify({ parameters: rules }), study: id })
  await sql(`UPDATE control_version SET state = 'active' WHERE state = 'draft'`)
  const parameters = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE study = $1 ORDER BY id', [id])
  for (const one of parameters) note('control.parameter', place, one.id)
  const name = needle(place, 'set')
  const set = await made('control.set', place, { code: name, name, nameEn: name, study: id, parameters: parameters.map((one) => one.id) })
  await made('study.verification', place, { study: id, percent: 100, seed: needle(place, 'seed') })
  await made('analysis.project', place, {
    study: id,
    code: needle(place, 'ask'),
    title: needle(place, 'asktitle'),
    purpose: needle(place, 'why'),
    validUntil: '2099-12-31',
  })
  return { id, visit, form: formId, set: set.id, parameter: parameters[0]!.id }
}

/** One of everything that stands at a site of a study. `second` enters a record a second time; `hand` answers. */
const fill = async (place: Place, { id: study, visit, form: formId, parameter }: Study, department: number, second: Call, hand: Call) => {
  const say = (kind: string, level = 0) => needle(place, kind, level)
  const data = `clinical.data.f${formId}`
  const subject = await made('study.subject', place, { study, code: say('sub1'), department, remark: say('remark') })
  const other = await made('study.subject', place, { study, code: say('sub2'), department })
  const record = await made(data, place, { subject: subject.id, visit, ...valuesOf(place) })
  await move(call, data, record.id, 'submitted')
  const { version } = (await call<{ row: Row }>(`/admin/${data}/read`, { query: { id: String(record.id) } })).data.row
  await done(`${data}/edit`, { id: record.id, version, ...valuesOf(place, 1) }, call, say('reason'))
  await done('study.subject/seal', { ids: [subject.id], name: say('identity', 4) })
  const entered = await done<{ id: number }>(
    'study.secondEntry/enter',
    { form: formId, record: record.id, values: valuesOf(place, 2) },
    second,
  )
  note('study.secondEntry', place, entered.id)
  for (const field of ['v1', 'v3', 'v4']) {
    const { ids: raised } = await done<{ ids: number[] }>('query/raise', {
      form: formId,
      record: record.id,
      field,
      text: say(`ask${field}`),
    })
    note('query', place, raised[0]!)
    if (field === 'v3')
      await done(
        'query/answer',
        { ids: raised, category: 'corrected', value: say('corrected', 2), note: say('answer') },
        hand,
        say('reason'),
      )
  }
  await done(
    'study.mark/markRecord',
    {
      form: formId,
      record: record.id,
      version: (await call<{ row: Row }>(`/admin/${data}/read`, { query: { id: String(record.id) } })).data.row.version,
      kind: 'source',
      note: say('mark'),
    },
    second,
  )
  await done('comment/say', { resource: data, record: record.id, text: say('comment') })
  const gather = await made('gather.project', place, {
    study,
    code: say('gather'),
    name: say('gathername'),
    nameEn: say('gathername'),
    departments: [department],
    form: formId,
    intake: 'flag',
    remark: say('gatherremark'),
  })
  await move(call, 'gather.project', gather.id, 'open')
  const cells = (last: number) => Object.values(valuesOf(place, last)).join(',')
  const delivery = await deliver(
    gather.id,
    `subject,visit,${[...LEVELS, 'amount', 'dose'].join(',')}\n${say('sub2')},V1,${cells(3)}\n${say('refused')},V1,${cells(4)}\n`,
    `${say('file')}.csv`,
  )
  note('gather.delivery', place, delivery.id)
  await accept(delivery)
  const filled = await made('gather.project', place, {
    study,
    code: say('entry'),
    name: say('entryname'),
    nameEn: say('entryname'),
    departments: [department],
    form: formId,
    channel: 'form',
  })
  await move(call, 'gather.project', filled.id, 'open')
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await made('study.invitation', place, { study, name: say('invited'), email: `${say('mail')}@example.org`, departments: [department] })
  const token = await made('study.token', place, { study, name: say('token'), gathers: [gather.id], expiresAt })
  const issued = await done<{ token: string }>('study.token/issue', { ids: [token.id] })
  await made('todo', place, { title: say('todo'), study, department, description: say('todonote') })
  await made('control.override', place, {
    study,
    parameter,
    at: 'department',
    department,
    mode: 'off',
    reason: say('override'),
    until: '2099-12-31',
  })
  await done('study.subject/merge', { ids: [other.id], into: subject.id, stands: {}, reason: say('merge') }).catch(() => undefined)
  const gone = await made('study.subject', place, { study, code: say('gone'), department })
  await call('/admin/study.subject/del', { method: 'DELETE', query: { ids: String(gone.id) } })
  const session = { door: '/admin/upload', headers: { batoken: admin.token } } as const
  expect(
    await sendTo(
      session,
      `datafile?subject=${subject.id}`,
      `${say('photo')}.csv`,
      `${[...LEVELS, 'amount', 'dose'].join(',')}\n${Object.values(valuesOf(place, 9)).join(',')}\n`,
    ),
  ).toBe(204)
  await expect
    .poll(() => sql(`SELECT 1 FROM datafile WHERE name = $1 AND state IN ('staged', 'quarantined')`, [`${say('photo')}.csv`]), waited)
    .toHaveLength(1)
  await made('study.lock', place, { study, scope: 'record', form: formId, record: record.id, reason: say('lock') })
  return issued.token
}

/** What a member hands over and has not submitted yet. */
const send = async (place: Place, headers: Record<string, string>) => {
  const [gather = 0] = ids.get('gather.project')?.get(`${place.study}${place.site}`) ?? []
  const rows = `subject,visit,${LEVELS.join(',')}\n${[needle(place, 'nobody'), 'V1', ...LEVELS.map((code, level) => needle(place, `${code}8`, level))].join(',')}\n`
  expect(await sendTo({ door: '/api/upload', headers }, `gather.project/${gather}`, `${needle(place, 'own')}.csv`, rows)).toBe(204)
  note('gather.delivery', place, (await left(gather, 2, 'received', 'reading')).id)
}

/** What was let pass says in its title how many there were over all sites. */
const waive = async (study: number, place: Place) => {
  const title = `还有 ${numeral(place, 0, 8)} 个质疑没有关闭`
  const [row] = await sql<{ id: number }>(
    `INSERT INTO study_waiver (study, blocker, title, title_en, reason, state) VALUES ($1, 'query:x', $2, $2, 'x', 'granted') RETURNING id`,
    [study, title],
  )
  note('study.waiver', { study: 1, site: 'n' }, row!.id)
}
/** What became of it by tasks and other areas, by whose it is. */
const noteMade = async (studies: Record<1 | 2, Study>) => {
  const found = async (resource: string, text: string) => {
    for (const row of await sql<{ id: number; study: number; department: number | null }>(text))
      note(resource, { study: row.study === studies[1].id ? 1 : 2, site: siteOf(row.department) }, row.id)
  }
  const siteOf = (department: number | null) => (department === departments[0] ? 'a' : department === departments[1] ? 'b' : 'n')
  await found('finding', 'SELECT id, study, department FROM finding')
  await found('study.mark', 'SELECT id, study, department FROM study_mark')
  await found('qc.run', 'SELECT id, study, NULL AS department FROM qc_run')
  await found('qc.result', 'SELECT r.id, q.study, NULL AS department FROM qc_result r JOIN qc_run q ON q.id = r.run')
  await found('query.entry', 'SELECT e.id, q.study, q.department FROM query_entry e JOIN query q ON q.id = e.query')
  await found('finding.event', 'SELECT e.id, q.study, q.department FROM finding_event e JOIN finding q ON q.id = e.finding')
  await found('datafile', 'SELECT d.id, s.study, s.department FROM datafile d JOIN study_subject s ON s.id = d.subject')
  await found(
    'datafile.version',
    'SELECT v.id, s.study, s.department FROM datafile_version v JOIN datafile d ON d.id = v.datafile JOIN study_subject s ON s.id = d.subject',
  )
  await found(
    'control.version',
    'SELECT v.id, p.study, NULL AS department FROM control_version v JOIN control_parameter p ON p.id = v.parameter',
  )
  await found('study.dictionary', 'SELECT id, study, NULL AS department FROM study_dictionary')
  await found('study.member', 'SELECT id, study, departments[1] AS department FROM study_member')
  await found(
    'comment',
    `SELECT DISTINCT c.id, s.study, s.department FROM comment c JOIN study_subject s ON c.text LIKE substr(s.code, 1, 5) || '%'`,
  )
  await found(
    'approval',
    `SELECT a.id, o.study, o.department FROM approval a JOIN control_override o ON a.resource = 'control.override' AND a.record = o.id
    UNION ALL SELECT a.id, s.study, s.department FROM approval a JOIN study_subject s ON a.resource = 'study.subject' AND a.record = s.id`,
  )
  await found(
    'task',
    `SELECT t.id, g.study, g.departments[1] AS department FROM task t JOIN gather_delivery d ON t.resource = 'gather.delivery' AND t.record = d.id::text
    JOIN gather_project g ON g.id = d.gather`,
  )
}

export const build = async (): Promise<House> => {
  const [a, b] = departments
  const who = (name: string, more: { scope?: string; department?: number } = {}, rules = RULES) => person(server, name, rules, more)
  const [pi, manager, nurseA, monitorB, analyst, auditorA, ownB, outsider, former, lead] = [
    await who('leader'),
    await who('manager'),
    await who('nursea'),
    await who('monitorb', {}, WITHOUT_ACCOUNTS),
    await who('analyst'),
    await who('auditora'),
    await who('ownb', { scope: 'department', department: b }),
    await who('outsider', { department: a }),
    await who('former', {}, WITHOUT_ACCOUNTS),
    await who('otherlead'),
  ]
  const [handA, lookB, other, stranger] = [await member('handa'), await member('lookb'), await member('other'), await member('stranger')]
  const [leads, manages, counts, audits] = [await member('leads'), await member('manages'), await member('counts'), await member('audits')]
  const studies = { 1: await begin(1), 2: await begin(2) }
  const join = (study: 1 | 2, body: object) => add(call, 'study.member', { study: studies[study].id, ...body })
  await join(1, { admin: pi.id, role: 'pi' })
  await join(1, { admin: manager.id, role: 'dataManager' })
  await join(1, { admin: nurseA.id, role: 'coordinator', departments: [a] })
  await join(1, { admin: monitorB.id, role: 'monitor', departments: [b] })
  await join(1, { admin: analyst.id, role: 'analyst' })
  await join(1, { admin: auditorA.id, role: 'auditor', departments: [a] })
  await join(1, { admin: ownB.id, role: 'coordinator' })
  await join(1, { admin: former.id, role: 'dataManager', to: new Date(Date.now() - 60_000).toISOString() })
  await join(1, { user: handA.id, role: 'coordinator', departments: [a] })
  await join(1, { user: lookB.id, role: 'monitor', departments: [b] })
  await join(1, { user: leads.id, role: 'pi' })
  await join(1, { user: manages.id, role: 'dataManager' })
  await join(1, { user: counts.id, role: 'analyst' })
  await join(1, { user: audits.id, role: 'auditor', departments: [b] })
  await join(2, { admin: lead.id, role: 'pi' })
  await join(2, { user: other.id, role: 'coordinator', departments: [a] })
  const token = await fill({ study: 1, site: 'a' }, studies[1], a, manager.call, nurseA.call)
  await fill({ study: 1, site: 'b' }, studies[1], b, manager.call, ownB.call)
  await fill({ study: 2, site: 'a' }, studies[2], a, lead.call, lead.call)
  await send({ study: 1, site: 'a' }, handA.headers)
  await send({ study: 2, site: 'a' }, other.headers)
  // Twice: one is compared with the other.
  for (const again of [1, 2])
    for (const { id, set } of Object.values(studies)) {
      await done('qc.run/judge', { form: null, set, study: id })
      const ended = `SELECT 1 FROM qc_run WHERE study = $1 AND state = 'done'`
      await expect.poll(async () => (await sql(ended, [id])).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(again)
    }
  await sql('UPDATE finding SET mass_count = 1 WHERE id IN (SELECT min(id) FROM finding GROUP BY study, department)')
  await waive(studies[1].id, { study: 1, site: 'b' })
  await noteMade(studies)

  const all = ['a', 'b', 'n'] as const
  const admins = (name: string, { token: batoken, call: own }: { token: string; call: Call }, reach: Asker['reach']): Asker => ({
    name,
    kind: 'admin',
    headers: { batoken },
    call: own,
    reach,
  })
  const members = (name: string, { headers }: { headers: Record<string, string> }, reach: Asker['reach']): Asker => ({
    name,
    kind: 'member',
    headers,
    reach,
  })
  const askers = [
    admins('the PI', pi, { 1: { sites: all, level: 3 } }),
    admins('the data manager', manager, { 1: { sites: all, level: 2 } }),
    admins('a coordinator of site A', nurseA, { 1: { sites: ['a'], level: 3 } }),
    admins('a monitor of site B', monitorB, { 1: { sites: ['b'], level: 1, isUntold: true } }),
    admins('the analyst', analyst, { 1: { sites: all, level: 0, isUntold: true } }),
    admins('an auditor of site A', auditorA, { 1: { sites: ['a'], level: 1 } }),
    admins('a coordinator with the scope of department B', ownB, { 1: { sites: ['b'], level: 3 } }),
    admins('an admin in no team', outsider, {}),
    admins('one who has left the team', former, {}),
    admins('the lead of the other study', lead, { 2: { sites: all, level: 3 } }),
    members('a member who coordinates site A', handA, { 1: { sites: ['a'], level: 3 } }),
    members('a member who monitors site B', lookB, { 1: { sites: ['b'], level: 1, isUntold: true } }),
    members('a member who leads the study', leads, { 1: { sites: all, level: 3 } }),
    members('a member who manages its data', manages, { 1: { sites: all, level: 2 } }),
    members('a member who analyses it', counts, { 1: { sites: all, level: 0, isUntold: true } }),
    members('a member who audits site B', audits, { 1: { sites: ['b'], level: 1 } }),
    members('a member of the other study', other, { 2: { sites: ['a'], level: 3 } }),
    members('a member in no team', stranger, {}),
    {
      name: 'a machine of site A',
      kind: 'machine' as const,
      headers: { authorization: `Bearer ${token}` },
      reach: { 1: { sites: ['a'] as const, level: 3 } },
    },
  ]
  const files = await sql<{ url: string }>(`SELECT url FROM datafile_version UNION SELECT url FROM routine_attachment`)
  return { askers, studies, ids, files: files.map(({ url }) => url) }
}

/** More of everything at site B of the first study: nobody elsewhere may be told another number by any call. */
export const grow = async ({ studies: { 1: study }, ids: known }: House): Promise<void> => {
  const [, b] = departments
  const place: Place = { study: 1, site: 'b' }
  const system = systemContext(server.backend)
  const subject = await add(call, 'study.subject', { study: study.id, code: needle(place, 'later'), department: b })
  const record = await add(call, `clinical.data.f${study.form}`, { subject: subject.id, visit: study.visit, ...valuesOf(place, 5) })
  // Read by a worker, whose steps the streams tell.
  const [open] = known.get('gather.project')?.get('1b') ?? []
  await deliver(
    open ?? 0,
    `subject,visit,clear\n${needle(place, 'later')},V1,${needle(place, 'clear6')}\n`,
    `${needle(place, 'later')}.csv`,
  )
  await done('query/raise', { form: study.form, record: record.id, field: 'v1', text: needle(place, 'later') })
  await done('comment/say', { resource: `clinical.data.f${study.form}`, record: record.id, text: needle(place, 'later') })
  await add(call, 'todo', { title: needle(place, 'later'), study: study.id, department: b })
  const gather = await add(call, 'gather.project', {
    study: study.id,
    code: needle(place, 'later'),
    name: needle(place, 'later'),
    nameEn: needle(place, 'later'),
    departments: [b],
  })
  const facts = { study: study.id, gather: gather.id, number: 1, name: `${needle(place, 'later')}.csv`, department: b }
  const { id } = await system.engine.add(system, 'gather.delivery', {}, facts)
  await sql(`UPDATE gather_delivery SET state = 'compared' WHERE id = $1`, [id])
  await add(call, 'study.invitation', { study: study.id, name: needle(place, 'later'), departments: [b] })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await add(call, 'study.token', { study: study.id, name: needle(place, 'later'), gathers: [gather.id], expiresAt })
  await add(call, 'study.lock', { study: study.id, scope: 'subject', subject: subject.id, reason: needle(place, 'later') })
  const columns = `parameter, field, value, severity, state, study, form, subject, visit, department, record, slot, hash, first_run, state_run`
  await sql(
    `INSERT INTO finding (name, fingerprint, ${columns}) SELECT name, fingerprint || 'later', ${columns} FROM finding WHERE study = $1 AND department = $2`,
    [study.id, b],
  )
}
