import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/run/browser.mjs'

const executablePath = findBrowser()
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: isRoot ? ['--no-sandbox'] : [] },
  },
})
