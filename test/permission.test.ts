import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionsOf } from '../src/kernel/index.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
const ROLES = ['anonymous', 'member', 'without', 'super'] as const
type Role = (typeof ROLES)[number]
const headers = {} as Record<Role, Record<string, string>>
beforeAll(async () => {
  server = await startTestServer({ LOGIN_CAPTCHA: 'never' })
  const admin = await server.login()
  const group = await admin.call<{ row: { id: number } }>('/admin/auth.group/add', { body: { name: '空', scope: 'self', rules: [] } })
  await admin.call('/admin/auth.admin/add', {
    body: { username: 'without', nickname: 'w', groups: [group.data.row.id], password: PASSWORD },
  })
  const member = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username: 'member', password: PASSWORD },
  })
  headers.anonymous = {}
  headers.member = { 'ba-user-token': member.data.userInfo.token }
  headers.without = { batoken: (await server.login('without')).token }
  headers.super = { batoken: admin.token }
})
afterAll(() => server.close())

/** Who may pass each door: everyone, members, any admin, admins with the rule, super admins. A route without a row fails the test. */
const DOORS: Record<string, 'open' | 'member' | 'admin' | 'rule' | 'super' | 'machine'> = {
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /api/index/index': 'open',
  'GET /api/common/captcha': 'open',
  'POST /api/common/refreshToken': 'open',
  'GET /api/ajax/area': 'open',
  'GET /api/ajax/buildSuffixSvg': 'open',
  'GET /storage/*': 'open',
  'POST /api/Sms/send': 'open',
  'POST /api/Ems/send': 'open',
  'GET /admin/index/login': 'open',
  'POST /admin/index/login': 'open',
  'POST /admin/index/logout': 'open',
  'GET /api/user/checkIn': 'open',
  'POST /api/user/checkIn': 'open',
  'POST /api/user/logout': 'open',
  'POST /api/account/retrievePassword': 'open',
  'POST /api/study/invitation/read': 'open',
  'GET /api/user/index': 'member',
  'GET /api/account/overview': 'member',
  'GET /api/account/profile': 'member',
  'POST /api/account/profile': 'member',
  'POST /api/account/verification': 'member',
  'POST /api/account/changeBind': 'member',
  'POST /api/account/changePassword': 'member',
  'GET /api/account/balance': 'member',
  'GET /api/account/integral': 'member',
  'GET /api/account/sessions': 'member',
  'GET /api/study/gather/index': 'member',
  'GET /api/study/gather/read': 'member',
  'GET /api/study/file/studies': 'member',
  'GET /api/study/file/subjects': 'member',
  'GET /api/study/file/index': 'member',
  'GET /api/study/file/record': 'member',
  'GET /api/study/delivery/index': 'member',
  'GET /api/study/delivery/read': 'member',
  'GET /api/study/delivery/refused': 'member',
  'POST /api/study/delivery/submit': 'member',
  'POST /api/study/delivery/withdraw': 'member',
  'GET /api/study/entry/index': 'member',
  'GET /api/study/entry/read': 'member',
  'POST /api/study/entry/judge': 'member',
  'POST /api/study/entry/save': 'member',
  'POST /api/study/entry/submit': 'member',
  'POST /api/study/entry/second': 'member',
  'GET /api/study/analysis/index': 'member',
  'GET /api/study/analysis/read': 'member',
  'GET /api/study/analysis/trial': 'member',
  'GET /api/study/analysis/package': 'member',
  'POST /api/study/analysis/add': 'member',
  'POST /api/study/analysis/save': 'member',
  'POST /api/study/analysis/assess': 'member',
  'POST /api/study/analysis/submit': 'member',
  'POST /api/study/analysis/recall': 'member',
  'GET /api/study/query/index': 'member',
  'GET /api/study/query/read': 'member',
  'POST /api/study/query/answer': 'member',
  'POST /api/study/invitation/accept': 'member',
  'GET /api/study/signature/index': 'member',
  'POST /api/study/signature/prove': 'member',
  'POST /api/study/signature/sign': 'member',
  'GET /api/study/comment/index': 'member',
  'GET /api/study/comment/of': 'member',
  'GET /api/study/comment/people': 'member',
  'POST /api/study/comment/say': 'member',
  'POST /api/account/endSession': 'member',
  'GET /api/account/secondFactor': 'member',
  'POST /api/account/beginSecondFactor': 'member',
  'POST /api/account/confirmSecondFactor': 'member',
  'POST /api/account/renewRecovery': 'member',
  'POST /api/account/endSecondFactor': 'member',
  'POST /api/ajax/upload': 'member',
  'GET /api/ajax/previewPdf': 'member',
  'POST /api/ajax/fileAddress': 'member',
  'OPTIONS /admin/upload': 'open',
  'POST /admin/upload': 'admin',
  'GET /admin/upload/outcome': 'admin',
  'GET /admin/upload/mine': 'admin',
  'PATCH /admin/upload/:id': 'admin',
  'DELETE /admin/upload/:id': 'admin',
  'OPTIONS /api/upload': 'open',
  'POST /api/upload': 'member',
  'GET /api/upload/outcome': 'member',
  'GET /api/upload/mine': 'member',
  'PATCH /api/upload/:id': 'member',
  'DELETE /api/upload/:id': 'member',
  'GET /api/task/stream': 'member',
  'GET /admin/task/stream': 'admin',
  'GET /admin/task/file': 'admin',
  'GET /admin/gather.project/counts': 'rule',
  'GET /admin/gather.project/received': 'rule',
  'GET /admin/task/counts': 'rule',
  'GET /admin/task/day': 'rule',
  'GET /admin/task/schedules': 'rule',
  'GET /admin/task/told': 'rule',
  'POST /admin/control.parameter/trial': 'rule',
  'POST /admin/datafile/comparison': 'rule',
  'GET /admin/datafile/comparison': 'rule',
  'POST /admin/datafile/changes': 'rule',
  'GET /admin/datafile/changes': 'rule',
  'POST /admin/analysis.project/trial': 'rule',
  'POST /api/study/analysis/trial': 'member',
  'GET /admin/index/index': 'admin',
  'POST /admin/index/ticket': 'admin',
  'GET /admin/index/resource': 'admin',
  'GET /admin/ajax/area': 'admin',
  'GET /admin/docs/openapi.json': 'admin',
  'GET /admin/ajax/resources': 'admin',
  'GET /admin/ajax/getTablePk': 'admin',
  'GET /admin/ajax/getTableFieldList': 'admin',
  'POST /admin/ajax/upload': 'admin',
  'GET /admin/ajax/previewPdf': 'admin',
  'POST /admin/ajax/fileAddress': 'admin',
  'GET /admin/savedView/index': 'admin',
  'POST /admin/savedView/save': 'admin',
  'POST /admin/savedView/remove': 'admin',
  'GET /admin/notification/unread': 'admin',
  'GET /admin/notification/index': 'admin',
  'GET /admin/notification/kinds': 'admin',
  'POST /admin/notification/read': 'admin',
  'POST /admin/notification/switch': 'admin',
  'GET /api/notification/unread': 'member',
  'GET /api/notification/index': 'member',
  'POST /api/notification/read': 'member',
  'GET /api/notification/kinds': 'member',
  'POST /api/notification/switch': 'member',
  'GET /admin/profile/index': 'admin',
  'POST /admin/profile/edit': 'admin',
  'POST /admin/profile/changePassword': 'admin',
  'GET /admin/profile/activity': 'admin',
  'GET /admin/profile/sessions': 'admin',
  'POST /admin/profile/endSession': 'admin',
  'GET /admin/profile/secondFactor': 'admin',
  'POST /admin/profile/beginSecondFactor': 'admin',
  'POST /admin/profile/confirmSecondFactor': 'admin',
  'POST /admin/profile/renewRecovery': 'admin',
  'POST /admin/profile/endSecondFactor': 'admin',
  'GET /admin/ajax/buildSuffixSvg': 'admin',
  'GET /admin/routine.config/page': 'rule',
  'GET /admin/clinical.data/forms': 'rule',
  'GET /admin/clinical.data/former': 'rule',
  'POST /admin/bulk/ask': 'admin',
  'GET /admin/finding/seen': 'rule',
  'GET /admin/clinical.data/story': 'rule',
  'GET /admin/study.secondEntry/waiting': 'rule',
  'GET /admin/study.secondEntry/differences': 'rule',
  'GET /admin/study.subject/standings': 'rule',
  'GET /admin/study.subject/timeline': 'rule',
  'GET /admin/query/asked': 'rule',
  'GET /admin/study.subject/merging': 'rule',
  'GET /admin/study.subject/merged': 'rule',
  'GET /admin/query/thread': 'rule',
  'POST /admin/clinical.data/judge': 'rule',
  'GET /admin/study.dictionary/content': 'rule',
  'GET /admin/study.dictionary/compare': 'rule',
  'GET /admin/study.dictionary/library': 'rule',
  'POST /admin/study.dictionary/check': 'rule',
  'POST /admin/study.dictionary/parse': 'rule',
  'GET /admin/study.project/overview': 'rule',
  'GET /admin/study.project/forms': 'rule',
  'GET /admin/study.project/unblinders': 'rule',
  'POST /admin/study.project/foretell': 'rule',
  'GET /admin/study.project/package': 'rule',
  'GET /admin/study.mark/progress': 'rule',
  'GET /admin/study.mark/left': 'rule',
  'GET /admin/study.trail/index': 'rule',
  'GET /admin/comment/of': 'rule',
  'GET /admin/query/figures': 'rule',
  'GET /admin/comment/people': 'rule',
  'GET /admin/study.trail/export': 'rule',
  'POST /admin/study.signature/prove': 'rule',
  'GET /admin/study.archive/package': 'rule',
  'GET /admin/control.catalogue/index': 'rule',
  'POST /admin/datafile/known': 'rule',
  'POST /admin/datafile/rows': 'rule',
  'POST /admin/datafile/compare': 'rule',
  'GET /admin/control.parameter/trial': 'rule',
  'GET /admin/control.parameter/proposal': 'rule',
  'GET /admin/control.parameter/catalogue': 'rule',
  'GET /admin/control.parameter/variables': 'rule',
  'POST /admin/control.parameter/stop': 'rule',
  'GET /admin/qc.run/report': 'rule',
  'GET /admin/qc.run/mailed': 'rule',
  'GET /admin/qc.run/workbook': 'rule',
  'GET /admin/qc.run/earlier': 'rule',
  'GET /admin/qc.run/compare': 'rule',
  'GET /admin/qc.run/trend': 'rule',
  'GET /admin/qc.run/rules': 'rule',
  'GET /admin/qc.run/sites': 'rule',
  'GET /admin/qc.run/progress': 'rule',
  'GET /admin/qc.run/scores': 'rule',
  'GET /admin/qc.run/suppose': 'rule',
  'GET /admin/qc.run/missing': 'rule',
  'GET /admin/qc.run/mass': 'rule',
  'GET /admin/qc.run/distributions': 'rule',
  'POST /api/study/intake/:key': 'machine',
  'GET /api/study/intake/:key': 'machine',
  'GET /admin/analysis.project/delivered': 'rule',
  'GET /admin/analysis.project/offer': 'rule',
  'GET /admin/analysis.project/package': 'rule',
  'GET /admin/analysis.project/trial': 'rule',
  'GET /admin/gather.delivery/changes': 'rule',
  'GET /admin/gather.delivery/refused': 'rule',
  'GET /admin/gather.delivery/source': 'rule',
  'GET /admin/dashboard/index': 'rule',
  'GET /admin/docs/index': 'rule',
  'POST /admin/ajax/clearCache': 'rule',
  'GET /admin/:name/:action': 'rule',
  'POST /admin/:name/:action': 'rule',
  'DELETE /admin/:name/:action': 'rule',
  'POST /admin/ajax/changeTerminalConfig': 'super',
  'GET /admin/Terminal/index': 'super',
  'POST /admin/Terminal/cancel': 'super',
  'GET /admin/Terminal/commands': 'super',
  'GET /admin/Terminal/history': 'super',
}
const PASSES: Record<(typeof DOORS)[string], readonly Role[]> = {
  open: ROLES,
  member: ['member'],
  admin: ['without', 'super'],
  rule: ['super'],
  super: ['super'],
  // Nobody's session opens it: a token of its own does.
  machine: [],
}
/** Streams answer for as long as they run: only their refusals are tried here. */
const STREAMS = new Set(['GET /admin/Terminal/index', 'GET /admin/task/stream', 'GET /api/task/stream'])

const isAdmitted = async (role: Role, method: string, path: string) => {
  const response = await fetch(`${server.address}${path}`, {
    method,
    headers: { server: '1', ...headers[role], ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('application/json')) return true
  const { code, data } = JSON.parse(text) as { code: number; data: { type?: string } | null }
  return code !== 401 && !(code === 302 && data?.type === 'need login')
}

test('every route has a row', () => expect([...new Set(server.app.declaredRoutes)].toSorted()).toEqual(Object.keys(DOORS).toSorted()))

test.each(Object.entries(DOORS).filter(([route]) => !route.includes(':name')))('%s is for: %s', async (route, door) => {
  const [method = '', url = ''] = route.split(' ')
  for (const role of ROLES.toReversed()) {
    if (STREAMS.has(route) && PASSES[door].includes(role)) continue
    // Signing out would end the session that the other doors are tried with.
    if (url.endsWith('/logout') && role !== 'anonymous') continue
    expect(await isAdmitted(role, method, url.replace('*', 'none')), role).toBe(PASSES[door].includes(role))
  }
})

test('P-02 every action of every resource: only with its rule', { timeout: 120_000 }, async () => {
  const METHOD: Record<string, string> = {
    add: 'POST',
    import: 'POST',
    edit: 'POST',
    del: 'DELETE',
    delete: 'DELETE',
    sortable: 'POST',
    lock: 'POST',
    unlock: 'POST',
  }
  let doors = 0
  for (const { resource } of server.backend.engine.registry.all())
    for (const action of actionsOf(resource)) {
      if (action === 'reveal') continue
      const method = METHOD[action] ?? (Object.hasOwn(resource.actions, action) ? 'POST' : 'GET')
      // All at once: there are hundreds of doors, and they grow with the product.
      const admitted = await Promise.all(ROLES.map((role) => isAdmitted(role, method, `/admin/${resource.name}/${action}`)))
      expect(admitted, `${resource.name}/${action}`).toEqual(ROLES.map((role) => role === 'super'))
      doors++
    }
  expect(doors).toBeGreaterThan(60)
})
