import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/run/browser.mjs'

const executablePath = findBrowser()
const isRoot = process.getuid?.() === 0
const PORT = process.env['E2E_PORT'] ?? '8123'
// Without these flags the browser looks for its maker's hosts at every start.
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu']

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  webServer: {
    command: `${JSON.stringify(process.execPath)} test/e2e/serve.ts`,
    url: `http://127.0.0.1:${PORT}/healthz?server=1`,
    env: { E2E_PORT: PORT },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])] },
  },
})
