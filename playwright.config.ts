import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/run/browser.mjs'

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

// This file is read again by every worker: they must find the port that the first reading chose.
const port = (process.env['E2E_PORT'] ??= String(await freePort()))
// Where the first server builds what all servers of this run are copies of.
process.env['E2E_FIRST'] ??= join(tmpdir(), `e2e-${port}`)
// What one server has compiled the next ones need not.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.runtime', 'compiled')
const baseURL = `http://127.0.0.1:${port}`
const executablePath = findBrowser()
const isRoot = process.getuid?.() === 0

// The last switch of a name wins, so Playwright's own list stands here again, as far as it concerns a page under test. The two names at its end
// are Chromium's address bar, two renderers for each new window, which no test can see: without them a window costs half the CPU.
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

// A page of a test ends before its optimised code pays, and nobody looks at what a graphics process would draw: a fifth of the CPU of a page.
const forShortPages = ['--js-flags=--no-opt,--no-maglev', '--disable-gpu']

// What is waited for is a state, as in `vitest.config.ts`: no test says how long its own way takes, only what hangs comes to these ends. While one
// is being written, `PATIENCE=0.1` says sooner that something never comes.
const patience = Number(process.env['PATIENCE'] ?? 1)

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // A page waits for its server as often as it computes: two cores are busy with four.
  workers: 4,
  // Where nobody can look again, a test that fails twice more is broken, and the end of the run says how many passed only then. Elsewhere once is enough.
  retries: process.env['CI'] ? 2 : 0,
  timeout: 600_000 * patience,
  expect: { timeout: 120_000 * patience },
  use: {
    baseURL,
    // A window is swept and used again: opening a new one for each test took a third of the processor's time. What is not swept (offline,
    // permissions, extra headers) a test takes back itself.
    reuseContext: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Nothing is looked at while it moves, and drawing each frame took a quarter of the processor.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [`--disable-features=${withoutFeatures.join(',')}`, ...forShortPages, ...(isRoot ? ['--no-sandbox'] : [])],
    },
  },
  webServer: {
    command: `"${process.execPath}" test/e2e/serve.ts`,
    url: `${baseURL}/healthz`,
    env: { E2E_PORT: port },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
