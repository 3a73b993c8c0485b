import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberKit } from './member-kit.ts'
import type { UserInfo } from './member-kit.ts'
import { holds } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let kit: ReturnType<typeof memberKit>
beforeAll(async () => {
  server = await startTestServer()
  kit = memberKit(server)
})
afterAll(() => server.close())

type Menu = { name: string; path: string; title: string; children: Menu[] }

describe('C-02 checking in', () => {
  test('GET says how an address can be proved', async () => {
    const { code, data } = await server.call('/api/user/checkIn')
    expect(code).toBe(1)
    expect(data).toEqual({
      accountVerificationType: ['email', 'mobile'],
      localVerificationType: ['email', 'mobile'],
      captcha: false,
      passwordMin: 6,
    })
  })
  test.each([
    ['mail', 'reg_mail', 'reg@example.org'],
    ['mobile', 'reg_mobile', '13800000001'],
  ])('a code sent by %s makes an account that is signed in at once', async (_, username, address) => {
    const { code, data } = await kit.register(username, address)
    expect(code).toBe(1)
    expect(data).toMatchObject({ routePath: '/user', userInfo: { username, nickname: username, refreshToken: '' } })
    const index = await kit.client(data.userInfo.token).get<{ userInfo: UserInfo; menus: Menu[]; rules: object }>('/api/user/index')
    expect(index.data.userInfo).toMatchObject({ username, money: '0.00', score: 0 })
    expect([index.data.userInfo.email, index.data.userInfo.mobile]).toContain(address)
    expect(index.data.menus.map((m) => [m.name, m.children.map((c) => c.path)])).toEqual([
      [
        'account',
        [
          'account/overview',
          'study/gather',
          'study/file',
          'study/query',
          'study/comment',
          'study/signature',
          'study/analysis',
          'docs',
          'account/profile',
          'account/changePassword',
          'account/balance',
          'account/integral',
          'account/sessions',
        ],
      ],
    ])
    expect(index.data.rules).toHaveProperty('account/changeBind')
    const [row] = await kit.sql(`SELECT join_ip, "group" FROM user_user WHERE username = $1`, [username])
    expect(row!['join_ip']).toBe('127.0.0.1')
    // The code is spent.
    expect((await kit.login(username)).info.username).toBe(username)
  })
  test('V-01 V-02 account and password outside the rules are refused on registration, before the code is touched', async () => {
    const code = await kit.codeFor('rules@example.org', 'user_register')
    const attempt = (body: object) =>
      kit.post('/api/user/checkIn', {
        tab: 'register',
        registerType: 'email',
        email: 'rules@example.org',
        username: 'ruled',
        password: PASSWORD,
        captcha: code,
        ...body,
      })
    for (const username of ['ab', '1abc', 'a'.repeat(16), 'a-b-c', '', 'ä_bc'])
      expect((await attempt({ username })).data.problems).toEqual([expect.objectContaining({ field: 'username' })])
    for (const password of ['12345', 'a'.repeat(33), 'abc&def', 'abc<def', `abc"def`, `abc'def`, ''])
      expect((await attempt({ password })).data.problems).toEqual([expect.objectContaining({ field: 'password' })])
    for (const email of ['x', 'a b@c.de', ''])
      expect((await attempt({ email })).data.problems).toEqual([expect.objectContaining({ field: 'email' })])
    expect((await attempt({ registerType: 'fax' })).code).toBe(0)
    expect((await attempt({ username: 'member' })).data.problems).toEqual([expect.objectContaining({ field: 'username', key: 'taken' })])
    expect((await attempt({ username: 'a'.repeat(15) })).code).toBe(1)
  })
  test('nobody registers with more than the form has', async () => {
    const { data } = await kit.register('plain1', 'plain1@example.org', { money: 1000, score: 5, group: 1, status: false, super: true })
    expect(data.userInfo).toMatchObject({ money: '0.00', score: 0 })
  })
  test('a closed member centre refuses every door of it', async () => {
    const [item] = await kit.sql<{ id: number }>(`SELECT id FROM routine_config WHERE name = 'open_member_center'`)
    const admin = await server.login()
    const set = (value: boolean) => admin.call('/admin/routine.config/edit', { body: { id: item!.id, value } })
    expect((await set(false)).code).toBe(1)
    const refused = { code: 0, msg: '会员中心暂未开放' }
    expect(await server.call('/api/user/checkIn')).toMatchObject(refused)
    expect(await kit.post('/api/user/checkIn', { username: 'member', password: PASSWORD })).toMatchObject(refused)
    expect(await kit.sendMail('x@example.org', 'user_register')).toMatchObject(refused)
    expect(await kit.post('/api/account/retrievePassword', {})).toMatchObject(refused)
    await set(true)
  })
  test('signing out ends both tokens and always succeeds', async () => {
    const me = await kit.login('member')
    expect((await me.post('/api/user/logout', { refresh_token: me.info.refreshToken })).code).toBe(1)
    await holds(async () => expect((await me.get('/api/user/index')).code).toBe(302))
    expect((await kit.post('/api/common/refreshToken', { refresh_token: me.info.refreshToken })).code).toBe(0)
    expect((await me.post('/api/user/logout', {})).code).toBe(1)
  })
  test('an account is found by name, mail in any case, or mobile', async () => {
    await kit.register('finder', 'Finder@Example.org')
    for (const name of ['FINDER', 'finder@example.org', 'Finder@Example.org']) expect((await kit.login(name)).info.username).toBe('finder')
    // The same mail in another case is the same mail.
    const admin = await server.login()
    const [group] = await kit.sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
    const twin = { username: 'twin', nickname: 't', group: group!.id, password: PASSWORD, email: 'FINDER@example.org' }
    expect(await admin.call('/admin/user.user/add', { body: twin })).toMatchObject({
      code: 0,
      data: { problems: [{ field: 'email', key: 'taken' }] },
    })
  })
})

describe('C-03 the account', () => {
  const week = (zone = 'Asia/Shanghai') =>
    Array.from({ length: 7 }, (_, i) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() - (6 - i) * 86_400_000))

  test('overview: seven days, the oldest first', async () => {
    const me = await kit.login('member')
    const admin = await server.login()
    for (const change of [100, -0.5]) await admin.call('/admin/user.moneyLog/add', { body: { member: me.info.id, change, memo: 'm' } })
    await admin.call('/admin/user.scoreLog/add', { body: { member: me.info.id, change: 7, memo: 's' } })
    const { data } = await me.get('/api/account/overview')
    expect(data).toEqual({ work: expect.any(Array), days: week(), money: [0, 0, 0, 0, 0, 0, 99.5], score: [0, 0, 0, 0, 0, 0, 7] })
  })
  test('balance and integral: own entries, newest first, in pages', async () => {
    const me = await kit.login('member')
    const admin = await server.login()
    const { info } = await kit.login('finder')
    await admin.call('/admin/user.moneyLog/add', { body: { member: info.id, change: 5, memo: 'other' } })
    type Page = { list: Record<string, unknown>[]; total: number }
    const { data } = await me.get<Page>('/api/account/balance', { page: '1', limit: '1' })
    expect(data).toEqual({
      list: [
        {
          id: expect.any(Number),
          user_id: me.info.id,
          money: '-0.50',
          before: '100.00',
          after: '99.50',
          memo: 'm',
          createtime: expect.any(String),
        },
      ],
      total: 2,
    })
    expect((await me.get<Page>('/api/account/balance', { page: '2', limit: '1' })).data.list[0]).toMatchObject({ money: '100.00' })
    expect((await me.get<Page>('/api/account/balance', { page: 'x', limit: '-5' })).data.total).toBe(2)
    expect((await me.get<Page>('/api/account/integral')).data).toMatchObject({ list: [{ score: 7, before: 0, after: 7 }], total: 1 })
    expect((await me.get<{ userInfo: UserInfo }>('/api/user/index')).data.userInfo).toMatchObject({ money: '99.50', score: 7 })
  })
  test('profile: what a member may say about themselves, and nothing else', async () => {
    const me = await kit.login('member')
    const { data } = await me.get<{ userInfo: UserInfo }>('/api/account/profile')
    expect(data).toMatchObject({ accountVerificationType: ['email', 'mobile'], userInfo: { username: 'member' } })
    const saved = await me.post<{ userInfo: UserInfo }>('/api/account/profile', {
      username: 'member',
      nickname: '新昵称 <b>',
      gender: 2,
      birthday: '1990-02-28',
      motto: 'CRP <0.5 & "ok"',
      avatar: '/storage/avatar/a.png',
    })
    expect(saved.data.userInfo).toMatchObject({ nickname: '新昵称 <b>', gender: 2, birthday: '1990-02-28', motto: 'CRP <0.5 & "ok"' })
    expect((await me.post<{ userInfo: UserInfo }>('/api/account/profile', { birthday: '' })).data.userInfo['birthday']).toBe('')
    const refused: [object, string][] = [
      [{ username: 'other' }, 'username'],
      [{ money: 1e6 }, 'money'],
      [{ score: 1 }, 'score'],
      [{ group: 1 }, 'group'],
      [{ status: true }, 'status'],
      [{ email: 'a@b.cd' }, 'email'],
      [{ password: 'another-1' }, 'password'],
      [{ id: 999 }, 'id'],
      [{ nickname: '' }, 'nickname'],
      [{ gender: 3 }, 'gender'],
      [{ birthday: '1990-02-31' }, 'birthday'],
      [{ avatar: 'https://evil.example/pixel.png' }, 'avatar'],
      [{ avatar: '//evil.example/pixel.png' }, 'avatar'],
      [{ motto: 'x'.repeat(256) }, 'motto'],
    ]
    for (const [body, field] of refused)
      expect((await me.post('/api/account/profile', { ...body })).data.problems, field).toEqual([expect.objectContaining({ field })])
  })
  test('change of mail: a code to the old address gives a token, a code to the new one spends it', async () => {
    await kit.register('mover', 'old@example.org')
    const me = await kit.login('mover')
    const headers = { 'ba-user-token': me.token }
    await kit.forgetLimits()
    expect(await kit.sendMail('old@example.org', 'user_email_verify', { password: 'wrong-1' }, headers)).toMatchObject({
      code: 0,
      msg: '密码不正确',
    })
    expect((await kit.sendMail('other@example.org', 'user_email_verify', { password: PASSWORD }, headers)).code).toBe(0)
    const oldCode = await kit.codeFor('old@example.org', 'user_email_verify', { password: PASSWORD }, headers)
    expect((await me.post('/api/account/verification', { type: 'email', captcha: '000000' })).code).toBe(0)
    const verified = await me.post<{ type: string; accountVerificationToken: string }>('/api/account/verification', {
      type: 'email',
      captcha: oldCode,
    })
    expect(verified.data.type).toBe('email')
    const newCode = await kit.codeFor('new@example.org', 'user_change_email', {}, headers)
    const bind = (more: object) =>
      me.post('/api/account/changeBind', { type: 'email', email: 'new@example.org', captcha: newCode, ...more })
    expect(await bind({ password: PASSWORD })).toMatchObject({ code: 0, msg: '请先验证原来的邮箱或手机' })
    expect(await bind({ accountVerificationToken: 'x' })).toMatchObject({ code: 0 })
    const { accountVerificationToken } = verified.data
    expect(await bind({ accountVerificationToken, captcha: '000000' })).toMatchObject({ code: 0, msg: expect.stringContaining('验证码') })
    // Another member's token and another kind of address are of no use.
    const other = await kit.login('finder')
    expect(
      (await other.post('/api/account/changeBind', { type: 'email', email: 'new@example.org', captcha: newCode, accountVerificationToken }))
        .code,
    ).toBe(0)
    const done = await me.post<{ userInfo: UserInfo }>('/api/account/changeBind', {
      type: 'email',
      email: 'new@example.org',
      captcha: newCode,
      accountVerificationToken,
    })
    expect(done.data.userInfo.email).toBe('new@example.org')
    const again = await kit.codeFor('third@example.org', 'user_change_email', {}, headers)
    expect(
      (await me.post('/api/account/changeBind', { type: 'email', email: 'third@example.org', captcha: again, accountVerificationToken }))
        .code,
    ).toBe(0)
  })
  test('a first mobile needs the password and the code to it', async () => {
    const me = await kit.login('mover')
    const code = await kit.codeFor('13800000009', 'user_change_mobile', {}, { 'ba-user-token': me.token })
    const bind = (password: string) =>
      me.post<{ userInfo: UserInfo }>('/api/account/changeBind', { type: 'mobile', mobile: '13800000009', captcha: code, password })
    expect(await bind('wrong-1')).toMatchObject({ code: 0, msg: '密码不正确' })
    expect((await bind(PASSWORD)).data.userInfo.mobile).toBe('13800000009')
  })
  test('change of password ends the other sessions and keeps this one', async () => {
    await kit.register('changer', 'changer@example.org')
    const [one, two, three] = [await kit.login('changer'), await kit.login('changer'), await kit.login('changer')]
    const change = (oldPassword: string, newPassword: string) => one.post('/api/account/changePassword', { oldPassword, newPassword })
    expect(await change('wrong-1', 'another-1')).toMatchObject({ code: 0, msg: '密码不正确' })
    expect((await change(PASSWORD, 'a<b')).data.problems).toEqual([expect.objectContaining({ field: 'newPassword' })])
    expect((await change(PASSWORD, 'another-1')).code).toBe(1)
    expect((await one.get('/api/user/index')).code).toBe(1)
    for (const gone of [two, three]) {
      expect((await gone.get('/api/user/index')).code).toBe(302)
      expect((await kit.post('/api/common/refreshToken', { refresh_token: gone.info.refreshToken })).code).toBe(0)
    }
    expect((await kit.post('/api/common/refreshToken', { refresh_token: one.info.refreshToken })).code).toBe(1)
    await expect(kit.login('changer')).rejects.toThrow()
    expect((await kit.login('changer', 'another-1').catch(() => undefined)) === undefined).toBe(true)
    await kit.forgetLimits()
    expect((await kit.login('changer', 'another-1')).info.username).toBe('changer')
  })
  test('an open browser is no place to guess the password: the sixth try is refused', async () => {
    const me = await kit.login('finder')
    for (let i = 0; i < 5; i++)
      expect((await me.post('/api/account/changePassword', { oldPassword: 'wrong-1', newPassword: 'another-1' })).code).toBe(0)
    expect(await me.post('/api/account/changePassword', { oldPassword: PASSWORD, newPassword: 'another-1' })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('尝试次数过多'),
    })
    await kit.forgetLimits()
  })
  test('retrieval by code sets the password and ends every session', async () => {
    await kit.register('forgetter', 'forgetter@example.org')
    const me = await kit.login('forgetter')
    const captcha = await kit.codeFor('forgetter@example.org', 'user_retrieve_pwd')
    const retrieve = (body: object) =>
      kit.post('/api/account/retrievePassword', {
        type: 'email',
        account: 'forgetter@example.org',
        captcha,
        password: 'another-1',
        ...body,
      })
    expect((await retrieve({ password: '1' })).data.problems).toEqual([expect.objectContaining({ field: 'password' })])
    expect((await retrieve({ captcha: '000000' })).code).toBe(0)
    for (let i = 0; i < 5; i++)
      await kit.post('/api/user/checkIn', { username: 'forgetter', password: 'wrong-1', ...(await kit.captcha()) })
    await expect(kit.login('forgetter')).rejects.toThrow('尝试次数过多')
    expect((await retrieve({})).code).toBe(1)
    expect((await retrieve({})).code).toBe(0)
    expect((await me.get('/api/user/index')).code).toBe(302)
    expect((await kit.login('forgetter', 'another-1')).info.username).toBe('forgetter')
  })
  test('a code does not outlive the account: disabled meanwhile, no password is set', async () => {
    await kit.register('closed1', 'closed1@example.org')
    const captcha = await kit.codeFor('closed1@example.org', 'user_retrieve_pwd')
    const [row] = await kit.sql<{ id: number; password: string }>(`SELECT id, password FROM user_user WHERE username = 'closed1'`)
    const admin = await server.login()
    expect((await admin.call('/admin/user.user/edit', { body: { id: row!.id, status: false } })).code).toBe(1)
    const given = { type: 'email', account: 'closed1@example.org', captcha, password: 'another-1' }
    expect((await kit.post('/api/account/retrievePassword', given)).code).toBe(0)
    expect(await kit.sql('SELECT password FROM user_user WHERE id = $1', [row!.id])).toEqual([{ password: row!.password }])
  })
  test('sessions: own ones with their place, each can be ended, nobody else’s', async () => {
    const [here, there] = [await kit.login('mover'), await kit.login('mover')]
    type List = { list: { id: string; ip: string; userAgent: string; current: boolean; createdAt: string; expiresAt: string }[] }
    const { data } = await here.get<List>('/api/account/sessions')
    expect(data.list.filter((s) => s.current)).toHaveLength(1)
    expect(data.list[0]).toMatchObject({ ip: '127.0.0.1', userAgent: expect.any(String), expiresAt: expect.any(String) })
    const target = (await there.get<List>('/api/account/sessions')).data.list.find((s) => s.current)!
    const stranger = await kit.login('finder')
    expect((await stranger.post('/api/account/endSession', { id: target.id })).code).toBe(0)
    expect((await there.get('/api/user/index')).code).toBe(1)
    expect((await here.post('/api/account/endSession', { id: target.id })).code).toBe(1)
    await holds(async () => expect((await there.get('/api/user/index')).code).toBe(302))
    expect((await here.get('/api/user/index')).code).toBe(1)
  })
  test('each call needs the rule of its name; without it the answer is 401 and the menu has no such page', async () => {
    const admin = await server.login()
    const rules = await kit.sql<{ id: number }>(`SELECT id FROM user_rule WHERE name IN ('account/profile')`)
    const group = await admin.call<{ row: { id: number } }>('/admin/user.group/add', {
      body: { name: '受限', rules: rules.map((r) => r.id) },
    })
    await admin.call('/admin/user.user/add', { body: { username: 'limited', nickname: 'l', group: group.data.row.id, password: PASSWORD } })
    const me = await kit.login('limited')
    expect((await me.get('/api/account/profile')).code).toBe(1)
    for (const path of ['overview', 'balance', 'integral', 'sessions']) expect((await me.get(`/api/account/${path}`)).code, path).toBe(401)
    for (const path of ['verification', 'changeBind', 'changePassword', 'endSession'])
      expect((await me.post(`/api/account/${path}`, {})).code, path).toBe(401)
    expect(await kit.sendMail('z@example.org', 'user_change_email', {}, { 'ba-user-token': me.token })).toMatchObject({ code: 401 })
    const { data } = await me.get<{ menus: Menu[] }>('/api/user/index')
    expect(data.menus.flatMap((m) => m.children.map((c) => c.name))).toEqual(['account/profile'])
    const anonymous = kit.client('')
    for (const path of ['overview', 'profile', 'balance', 'integral', 'sessions'])
      expect((await anonymous.get(`/api/account/${path}`)).code, path).toBe(302)
  })
})

test('a member’s own rights reach no other member, whatever a call may ask the engine for', async () => {
  const { loadMember } = await import('../src/server/auth/actor.ts')
  const { systemContext } = await import('../src/server/model/system-context.ts')
  const { engine, database } = server.backend
  const [me, other] = await kit.sql<{ id: number }>('SELECT id FROM user_user WHERE status AND deleted_at IS NULL ORDER BY id LIMIT 2')
  const ctx = { ...systemContext(server.backend), actor: (await loadMember(database, me!.id))! }
  expect((await engine.get(ctx, 'user.user', me!.id)).id).toBe(me!.id)
  expect((await engine.list(ctx, 'user.user', {})).list.map((r) => r.id)).toEqual([me!.id])
  await expect(engine.get(ctx, 'user.user', other!.id)).rejects.toMatchObject({ key: 'record.missing' })
  await expect(engine.edit(ctx, 'user.user', { id: other!.id, motto: 'x' })).rejects.toMatchObject({ key: 'record.missing' })
})

test('the rules of the member centre are there once, however often the server starts', async () => {
  const { seedMemberCentre } = await import('../src/server/seed/member-centre.ts')
  const { seedMessages } = await import('../src/server/seed/message.ts')
  const { systemContext } = await import('../src/server/model/system-context.ts')
  const count = async () =>
    kit.sql(
      'SELECT (SELECT count(*) FROM user_rule) AS rules, (SELECT count(*) FROM user_group) AS groups, (SELECT count(*) FROM sms_template) AS templates, (SELECT count(*) FROM sms_config) AS configs',
    )
  const before = await count()
  await seedMemberCentre(systemContext(server.backend))
  await seedMessages(systemContext(server.backend))
  expect(await count()).toEqual(before)
})
