import { defineConfig } from 'vitest/config'

/** Two processes start for every file, on the processors of one. */
const patience = process.env['TEST_PROCESSES'] === '2' ? 4 : 1
const database = 'src/**/*.db.test.ts'
/** What these say about files, HTTP, processes and CPU time is the same on any database: they run once, on the embedded one. */
const onEmbeddedOnly = [
  'any-route',
  'budget',
  'cpu',
  'docs',
  'front',
  'grant',
  'hang-up',
  'last-resort',
  'licenses',
  'odd-request',
  'preview',
  'specification',
  'storage',
  'terminal',
  'upload',
  'upload-refusal',
].map((name) => `test/${name}.test.ts`)
const isOwnServer = Boolean(process.env['TEST_DATABASE_URL'])

export default defineConfig({
  test: {
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
    // What is waited for is a state; a busy machine must not decide.
    expect: { poll: { timeout: 15_000 * patience } },
    maxWorkers: 2,
    setupFiles: 'test/seed.ts',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'], exclude: [database] },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['test/**/*.test.ts', database],
          exclude: ['test/e2e/**', ...(isOwnServer ? onEmbeddedOnly : [])],
          globalSetup: 'test/global-setup.ts',
          setupFiles: ['test/seed.ts', 'test/leak.ts'],
        },
      },
    ],
  },
})
