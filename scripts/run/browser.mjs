import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runBin } from './child.mjs'
import { aptInstall, aptTry, hasApt } from './apt.mjs'
import { say } from './sentence.mjs'

const places = [
  // Without windows to draw it takes a quarter less of the processor for the same page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROMIUM, else a browser of the system; undefined means Playwright's own download. */
export const findBrowser = () => [process.env.CHROMIUM ?? '', ...places].find((file) => file !== '' && existsSync(file))

// Without a CJK font, Chinese text is empty boxes in every picture and measures wrong in every layout test.
const hasChineseFont = () => {
  const list = spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' })
  return list.error !== undefined || list.stdout.trim() !== ''
}

/** True when the browser tests can run. */
export const ensureBrowser = async (runtime) => {
  if (hasApt() && (!findBrowser() || !hasChineseFont())) {
    aptInstall('chromium', 'fonts-noto-cjk')
    // Not every distribution has it, and the other one does the same.
    aptTry('chromium-headless-shell')
  }
  if (findBrowser()) return true
  say('No browser found: fetching the test runner’s own Chromium …')
  const code = await runBin(runtime, 'playwright', ['install', 'chromium-headless-shell', 'chromium']).code
  if (code !== 0) say('No browser could be installed. Install Chromium or Chrome, or set CHROMIUM to its path, and run the tests again.')
  return code === 0
}
