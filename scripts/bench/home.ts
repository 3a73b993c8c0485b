// The built home page as a phone on a slow line sees it: the measures of Lighthouse, taken by Chromium itself, on Lighthouse's curves.
//   npx vite build && node scripts/bench/home.ts [--rounds 5] [--url http://…]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '../run/browser.mjs'
import { type Measures, performanceOf } from './lighthouse-curve.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, url: { type: 'string' } } })
const BARS = { performance: 95, findings: 0, script: 75_000 }

/** Lighthouse's mobile preset, as it applies it through the browser: a slow 4G line and a processor a quarter as fast. */
const LINE = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

const startServer = async (): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, ['test/e2e/serve.ts'], {
    env: { ...process.env, E2E_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { url, child }
}

type Seen = { fcp: number; lcp: number; cls: number; long: { at: number; for: number }[] }
/** In the page, before its own scripts. */
const watch = () => {
  const seen: Seen = { fcp: 0, lcp: 0, cls: 0, long: [] }
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((e) => take(e as never))).observe({ type, buffered: true })
  on('paint', (e) => e.name === 'first-contentful-paint' && (seen.fcp = e.startTime))
  on('largest-contentful-paint', (e) => (seen.lcp = e.startTime))
  on('layout-shift', (e) => !e.hadRecentInput && (seen.cls += e.value))
  on('longtask', (e) => seen.long.push({ at: e.startTime, for: e.duration }))
}

type Frame = { at: number; data: string }
/** How much of the final picture is missing, summed over time. */
const speedIndex = async (frames: Frame[], start: number): Promise<number> => {
  const pixels = await Promise.all(
    frames.map((f) => sharp(Buffer.from(f.data, 'base64')).resize(64, 128, { fit: 'fill' }).removeAlpha().raw().toBuffer()),
  )
  const last = pixels.at(-1)!
  const far = (a: Buffer) => a.reduce((sum, value, i) => sum + Math.abs(value - last[i]!), 0)
  const blank = far(Buffer.alloc(last.length, 255))
  let index = 0
  let missing = 1
  let before = start
  frames.forEach((frame, i) => {
    index += missing * Math.max(0, frame.at - before)
    before = frame.at
    missing = Math.min(1, far(pixels[i]!) / blank)
  })
  return index
}

const throttle = async (cdp: CDPSession): Promise<void> => {
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', LINE)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

const countScripts = (cdp: CDPSession): { bytes: number } => {
  const count = { bytes: 0 }
  const scripts = new Set<string>()
  cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => scripts.has(requestId) && (count.bytes += encodedDataLength))
  return count
}

const measure = async (browser: Browser, url: string): Promise<Measures & { script: number }> => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await throttle(cdp)
  const script = countScripts(cdp)
  const frames: Frame[] = []
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, data })
    void cdp.send('Page.screencastFrameAck', { sessionId })
  })
  await page.addInitScript(watch)
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 412, maxHeight: 823 })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  const seen = await page.evaluate(() => ({ ...(window as unknown as { seen: Seen }).seen, origin: performance.timeOrigin }))
  const si = await speedIndex(
    frames.filter((f) => f.at >= seen.origin),
    seen.origin,
  )
  await context.close()
  const tbt = seen.long.filter((task) => task.at >= seen.fcp).reduce((sum, task) => sum + Math.max(0, task.for - 50), 0)
  return { fcp: seen.fcp, lcp: seen.lcp, cls: seen.cls, tbt, si: Math.max(si, seen.fcp), script: script.bytes }
}

const findings = async (browser: Browser, url: string): Promise<string[]> => {
  const found: string[] = []
  for (const lang of ['zh-cn', 'en'])
    for (const width of [412, 1440]) {
      const context = await browser.newContext({ viewport: { width, height: 823 } })
      const page = await context.newPage()
      await page.addInitScript((l) => localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: { defaultLang: l } })), lang)
      await page.goto(url, { waitUntil: 'networkidle' })
      const { violations } = await new AxeBuilder({ page }).analyze()
      found.push(...violations.map((v) => `${lang} ${width} ${v.id}`))
      await context.close()
    }
  return found
}

const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const server = values.url ? null : await startServer()
const url = values.url ?? server!.url
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const runs: Awaited<ReturnType<typeof measure>>[] = []
  for (let i = 0; i < Number(values.rounds); i++) runs.push(await measure(browser, url))
  const of = (name: keyof (typeof runs)[number]) => median(runs.map((r) => r[name]))
  const middle = { fcp: of('fcp'), lcp: of('lcp'), tbt: of('tbt'), cls: of('cls'), si: of('si') }
  const performance = Math.round(performanceOf(middle) * 100)
  const axe = await findings(browser, url)
  const ms = (value: number) => `${Math.round(value)} ms`
  console.log(`first contentful paint   ${ms(middle.fcp)}`)
  console.log(`largest contentful paint ${ms(middle.lcp)}`)
  console.log(`speed index              ${ms(middle.si)}`)
  console.log(`total blocking time      ${ms(middle.tbt)}`)
  console.log(`layout shift             ${middle.cls.toFixed(3)}`)
  console.log(`scripts on the wire      ${(of('script') / 1000).toFixed(1)} KB (bar ${BARS.script / 1000})`)
  console.log(`performance              ${performance} (bar ${BARS.performance})`)
  console.log(`accessibility            ${axe.length} findings ${axe.join(', ')}`)
  if (performance < BARS.performance || axe.length > BARS.findings || of('script') > BARS.script) process.exitCode = 1
} finally {
  await browser.close()
  if (server) {
    server.child.kill('SIGTERM')
    await once(server.child, 'exit')
  }
}
