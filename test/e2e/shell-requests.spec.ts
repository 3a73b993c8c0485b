import { expect, test as base, type Page } from '@playwright/test'
import { build, type Rollup } from 'vite'
import type * as requestLayer from './request-entry.ts'
import { envelope, openAdmin, seed, stored, toast } from './shell-kit.ts'

/** The request layer as one file, served under an address of the site. */
const bundle = async (): Promise<string> => {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'test/e2e/request-entry.ts', formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rollup.RollupOutput[]
  return output[0]?.output[0]?.code ?? ''
}

const test = base.extend<object, { code: string }>({
  code: [async ({ browserName }, use) => use(browserName ? await bundle() : ''), { scope: 'worker' }],
})

type Module = typeof requestLayer

const ready = async (page: Page, code: string, path = '/404'): Promise<void> => {
  await seed(page, {
    adminInfo: { id: 1, token: 'old', refreshToken: 'r-old', b_rules: {} },
    storeConfig_v2: { lang: { defaultLang: 'en' } },
  })
  await page.route('**/__test/request.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.goto(path)
  await page.evaluate(async () => {
    const address = '/__test/request.js'
    const module = (await import(/* @vite-ignore */ address)) as Module
    await module.initI18n()
    ;(window as unknown as { m: Module }).m = module
  })
}

test('T-01 twenty expired calls make one refresh, and all come back with the new token', async ({ page, code }) => {
  let refreshes = 0
  await page.route('**/api/common/refreshToken', async (route) => {
    refreshes += 1
    expect(route.request().postDataJSON()).toEqual({ refresh_token: 'r-old', rotate: 1 })
    await new Promise((done) => setTimeout(done, 200))
    await route.fulfill(envelope({ type: 'admin-refresh', token: 'new', refreshToken: 'r-new' }))
  })
  await page.route('**/admin/test/**', (route) =>
    route.fulfill(
      route.request().headers()['batoken'] === 'new' ? envelope(route.request().url().split('n=')[1]) : envelope(null, 409, 'expired'),
    ),
  )
  await ready(page, code)
  const answers = await page.evaluate(async () => {
    const { request } = (window as unknown as { m: Module }).m
    const calls = Array.from({ length: 20 }, (_, n) => request<string>({ url: '/admin/test/index', params: { n } }))
    return (await Promise.all(calls)).map((a) => a.data)
  })
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  expect(refreshes).toBe(1)
  expect(await stored(page, 'adminInfo')).toMatchObject({ token: 'new', refreshToken: 'r-new' })
})

test('C-01 every call says its language, that it is a call, and its group; ten minutes are its limit, none for an upload', async ({
  page,
  code,
}) => {
  const sent: Record<string, string>[] = []
  await page.route('**/admin/test/**', (route) => {
    sent.push(route.request().headers())
    return route.fulfill(envelope(null))
  })
  await ready(page, code)
  const limits = await page.evaluate(async () => {
    const { request } = (window as unknown as { m: Module }).m
    const set: number[] = []
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      set.push(ms)
      return timeout(ms)
    }
    await request({ url: '/admin/test/index' })
    await request({ url: '/admin/test/upload', method: 'POST', data: new FormData(), timeout: 0 })
    return set
  })
  expect(limits).toEqual([600_000])
  expect(sent).toHaveLength(2)
  for (const headers of sent) expect(headers).toMatchObject({ 'think-lang': 'en', server: 'true', group: '0', batoken: 'old' })
})

test('T-02 a failed refresh settles every queued call, clears the tokens and goes to the right login page', async ({ page, code }) => {
  await page.route('**/api/common/refreshToken', (route) => route.fulfill(envelope(null, 0, 'gone')))
  await page.route('**/admin/test/**', (route) => route.fulfill(envelope(null, 409, 'expired')))
  await ready(page, code)
  const outcome = await page.evaluate(async () => {
    const { request, setNavigator } = (window as unknown as { m: Module }).m
    let went = ''
    setNavigator((path) => (went = path))
    const calls = Array.from({ length: 5 }, (_, n) => request({ url: '/admin/test/index', params: { n } }))
    const settled = await Promise.allSettled(calls)
    return { went, states: settled.map((s) => s.status) }
  })
  expect(outcome).toEqual({ went: '/admin/login', states: Array(5).fill('rejected') })
  expect(await stored(page, 'adminInfo')).toMatchObject({ token: '', refreshToken: '' })
})

test('T-02 on the login page itself, queued calls are sent again without a token', async ({ page, code }) => {
  await page.route('**/api/common/refreshToken', (route) => route.fulfill(envelope(null, 0, 'gone')))
  await page.route('**/admin/index/login', (route) => route.fulfill(envelope({ captcha: false })))
  await page.route('**/admin/test/**', (route) =>
    route.fulfill(route.request().headers()['batoken'] ? envelope(null, 409) : envelope('anonymous')),
  )
  await ready(page, code, '/admin/login')
  const data = await page.evaluate(async () => (await (window as unknown as { m: Module }).m.request({ url: '/admin/test/index' })).data)
  expect(data).toBe('anonymous')
})

for (const { audience, url, store } of [
  { audience: 'admin', url: '/admin/ajax/upload', store: 'useAdmin' },
  { audience: 'user', url: '/api/ajax/upload', store: 'useMember' },
] as const)
  test(`T-01 T-02 T-03 an upload of the ${audience} obeys the session rules`, async ({ page, code }) => {
    let renews = true
    await page.route('**/api/common/refreshToken', (route) =>
      route.fulfill(renews ? envelope({ type: `${audience}-refresh`, token: 'new', refreshToken: 'r-new' }) : envelope(null, 0, 'gone')),
    )
    const answers: ReturnType<typeof envelope>[] = []
    await page.route(`**${url}`, (route) => route.fulfill(answers.shift() ?? envelope(null, 0, 'unexpected')))
    await ready(page, code)
    const send = () =>
      page.evaluate(
        async ([to, name]) => {
          const module = (window as unknown as { m: Module }).m
          let went = ''
          module.setNavigator((path) => (went = path))
          module[name].getState().take({ id: 1, token: 'old', refreshToken: 'r-old' })
          const outcome = await module.upload(new File(['x'], 'a.txt'), { url: to }).then(
            (file) => file.url,
            (error: { kind: string }) => error.kind,
          )
          return { outcome, went, token: module[name].getState().token }
        },
        [url, store] as const,
      )
    answers.push(envelope(null, 409, 'expired'), envelope({ file: { url: '/storage/a.txt' } }))
    expect(await send()).toEqual({ outcome: '/storage/a.txt', went: '', token: 'new' })
    renews = false
    answers.push(envelope(null, 409, 'expired'))
    expect(await send()).toEqual({ outcome: 'session', went: `/${audience}/login`, token: '' })
    answers.push(envelope({ routePath: `/${audience}/login` }, 302, 'sign in'))
    expect(await send()).toEqual({ outcome: 'session', went: `/${audience}/login`, token: '' })
  })

test('T-03 code 302 clears the token and redirects inside the site only', async ({ page, code }) => {
  await page.route('**/admin/test/inside', (route) => route.fulfill(envelope({ routePath: '/401' }, 302, 'go')))
  await page.route('**/admin/test/outside', (route) => route.fulfill(envelope({ routePath: '//evil.example' }, 302, 'go')))
  await ready(page, code)
  const went = await page.evaluate(async () => {
    const { request, setNavigator, useAdmin } = (window as unknown as { m: Module }).m
    const paths: string[] = []
    setNavigator((path) => paths.push(path))
    await request({ url: '/admin/test/inside' }).catch(() => {})
    const token = useAdmin.getState().token
    await request({ url: '/admin/test/outside' }).catch(() => {})
    return { paths, token }
  })
  expect(went).toEqual({ paths: ['/401'], token: '' })
})

test('T-03 a signed-in visitor of the login page is sent on and stays signed in', async ({ page }) => {
  await openAdmin(page, '/admin/login').catch(() => {})
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  expect((await stored<{ token: string }>(page, 'adminInfo')).token).not.toBe('')
})

test('T-04 M-03 the member signs out with the refresh token, only code 1 forgets the session; a refusal stands for 20 s', async ({
  page,
}) => {
  await page.clock.install()
  const member = { id: 7, token: 'u', refreshToken: 'ur', username: 'member', nickname: 'member' }
  await seed(page, { userInfo: member, storeConfig_v2: { lang: { defaultLang: 'en' } } })
  await page.route('**/api/user/index', (route) => route.fulfill(envelope({ userInfo: member, menus: [] })))
  await page.route('**/api/notification/unread', (route) => route.fulfill(envelope({ unread: 0 })))
  let answer = envelope<unknown>(null, 0, 'not now')
  const sent: unknown[] = []
  await page.route('**/api/user/logout', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill(answer)
  })
  await page.goto('/user')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeEnabled()
  // From here on only what is said here passes: on a busy machine the seconds of the test itself used up those of the toast.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return toast(page, 'error').count()
    })
    .toBe(1)
  await expect(toast(page, 'error')).toContainText('not now')
  expect(await stored(page, 'userInfo')).toMatchObject({ token: 'u' })
  await page.clock.runFor(19_000)
  await expect(toast(page, 'error')).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(toast(page, 'error')).toHaveCount(0)
  await page.clock.resume()
  answer = envelope(null)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/user\/login/)
  // The page is loaded anew: nothing of the last person is left in its memory.
  await expect.poll(() => page.evaluate(() => 'isOld' in window)).toBe(false)
  expect(sent).toEqual([{ refresh_token: 'ur' }, { refresh_token: 'ur' }])
  expect(await stored(page, 'userInfo')).toMatchObject({ id: 0, token: '' })
})

test('T-06 of two identical calls the older is cancelled and only logged', async ({ page, code }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/admin/test/**', async (route) => {
    await new Promise((done) => setTimeout(done, 150))
    await route.fulfill(envelope('done')).catch(() => {})
  })
  await ready(page, code)
  const result = await page.evaluate(async () => {
    const { request, useToasts } = (window as unknown as { m: Module }).m
    const call = (n: number) => request({ url: '/admin/test/index', params: { n } })
    const settled = await Promise.allSettled([call(1), call(1), call(2)])
    return { states: settled.map((s) => s.status), toasts: useToasts.getState().items.length }
  })
  expect(result).toEqual({ states: ['rejected', 'fulfilled', 'fulfilled'], toasts: 0 })
  expect(logged.some((line) => line.includes('[request] cancelled'))).toBe(true)
})

test('T-07 the overlay counts the calls that ask for it and closes with the last, failed or not', async ({ page, code }) => {
  await page.route('**/admin/test/**', async (route) => {
    await new Promise((done) => setTimeout(done, Number(route.request().url().split('ms=')[1])))
    await route.fulfill(route.request().url().includes('ms=200') ? envelope(null, 0, 'no') : envelope(null))
  })
  await ready(page, code)
  const counts = await page.evaluate(async () => {
    const { request, useOverlay } = (window as unknown as { m: Module }).m
    const seen: number[] = []
    useOverlay.subscribe((s) => seen.push(s.count))
    const call = (ms: number, loading: boolean) => request({ url: '/admin/test/index', params: { ms }, loading }).catch(() => {})
    await Promise.all([call(100, true), call(200, true), call(10, false)])
    return seen
  })
  expect(counts).toEqual([1, 2, 1, 0])
})

test('C-11 a success is told after each call that the specification names; the terminal’s settings show the overlay', async ({
  page,
  code,
}) => {
  const calls: string[] = []
  await page.route(/\/(api|admin)\/(account|Sms|Ems|ajax|job)\//, (route) => {
    calls.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
    return route.fulfill(envelope({ userInfo: {}, interval: 60, minutes: 10 }))
  })
  await ready(page, code)
  const told = await page.evaluate(async () => {
    const m = (window as unknown as { m: Module }).m
    const seen: string[][] = []
    const overlay: number[] = []
    m.useOverlay.subscribe((s) => overlay.push(s.count))
    const toasts = () => m.useToasts.getState().items
    const after = async (work: Promise<unknown>) => {
      const before = new Set(toasts().map((item) => item.id))
      await work
      const fresh = toasts().filter((item) => !before.has(item.id))
      seen.push(fresh.map(({ kind, text }) => `${kind} ${text}`))
    }
    await after(m.saveProfile({ nickname: 'a' }, 'profile saved'))
    await after(m.changeAddress('email', 'a@b.cn', '123456', {}, 'address changed'))
    await after(m.changePassword('old-123', 'new-123', 'password changed'))
    await after(m.retrievePassword({ type: 'email' }, 'password retrieved'))
    await after(m.sendCode('mobile', '13900001111', 'user_register', 'text sent', {}))
    await after(m.sendCode('email', 'a@b.cn', 'user_register', 'mail sent', {}))
    await after(m.clearCache('all'))
    await after(m.deleteRows('job', [1]))
    await after(m.saveRow('job', 'add', { name: 'a' }, 'k1'))
    await after(m.saveRow('job', 'edit', { id: 1 }, 'k2'))
    const quiet = overlay.length
    await after(m.changeTerminalConfig({ port: '8000' }))
    return { seen, quiet, overlay }
  })
  expect(calls).toEqual([
    'POST /api/account/profile',
    'POST /api/account/changeBind',
    'POST /api/account/changePassword',
    'POST /api/account/retrievePassword',
    'POST /api/Sms/send',
    'POST /api/Ems/send',
    'POST /admin/ajax/clearCache',
    'DELETE /admin/job/del',
    'POST /admin/job/add',
    'POST /admin/job/edit',
    'POST /admin/ajax/changeTerminalConfig',
  ])
  const plain = ['success Operation successful']
  expect(told.seen).toEqual([
    ['success profile saved'],
    ['success address changed'],
    ['success password changed'],
    ['success password retrieved'],
    ['success text sent'],
    ['success mail sent'],
    plain,
    plain,
    plain,
    plain,
    [],
  ])
  expect(told).toMatchObject({ quiet: 0, overlay: [1, 0] })
})

test('M-03 a refusal shows its sentence for 20 s unless suppressed; success says "Operation successful"', async ({ page, code }) => {
  await page.route('**/admin/test/bad**', (route) => route.fulfill(envelope(null, 0, 'Name is taken')))
  await page.route('**/admin/test/good', (route) => route.fulfill(envelope(null)))
  await page.route('**/admin/test/broken', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.route('**/admin/test/slow', (route) => route.fulfill({ ...envelope(null, 0, 'This took too long'), status: 503 }))
  await page.route('**/admin/test/away', (route) => route.fulfill({ status: 503, body: 'x' }))
  await ready(page, code)
  const shown = await page.evaluate(async () => {
    const { request, useToasts } = (window as unknown as { m: Module }).m
    await request({ url: '/admin/test/bad' }).catch(() => {})
    await request({ url: '/admin/test/bad', params: { again: 1 }, showError: false }).catch(() => {})
    await request({ url: '/admin/test/good', method: 'POST', data: {}, showSuccess: true })
    for (const name of ['broken', 'slow', 'away']) await request({ url: `/admin/test/${name}` }).catch(() => {})
    return useToasts.getState().items.map(({ kind, text, duration }) => ({ kind, text, duration }))
  })
  expect(shown).toEqual([
    { kind: 'error', text: 'Name is taken', duration: 20_000 },
    { kind: 'success', text: 'Operation successful', duration: 3_000 },
    { kind: 'error', text: 'Server internal error!', duration: 20_000 },
    // What the server says itself is shown; the words of the status are for whoever else answers.
    { kind: 'error', text: 'This took too long', duration: 20_000 },
    { kind: 'error', text: 'Service unavailable!', duration: 20_000 },
  ])
})

test('M-03 the toast of a success leaves after 3 s', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/user/checkIn', (route) => route.fulfill(envelope({ accountVerificationType: ['email'], captcha: false })))
  await page.route('**/api/Ems/send', (route) => route.fulfill(envelope({ interval: 60, minutes: 10 })))
  await page.goto('/user/login')
  await page.getByRole('button', { name: '注册账号' }).click()
  await page.getByLabel('邮箱', { exact: true }).fill('a@b.cn')
  await page.getByLabel('图形验证码').fill('2345')
  await expect(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  // From here on the clock of the page stands still but for what is said here: a slow machine must not let the toast leave unseen.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await page.getByRole('button', { name: '获取验证码' }).click()
  const seen = toast(page, 'success').filter({ hasText: '验证码已发出' })
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return seen.count()
    })
    .toBe(1)
  await page.clock.runFor(2_000)
  await expect(seen).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(seen).toHaveCount(0)
})
