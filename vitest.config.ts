import { defineConfig } from 'vitest/config'

/** Two processes start for every file, on the processors of one. */
const patience = process.env['TEST_PROCESSES'] === '2' ? 4 : 1
const database = 'src/**/*.db.test.ts'

export default defineConfig({
  test: {
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
    // What is waited for is a state; a busy machine must not decide.
    expect: { poll: { timeout: 15_000 } },
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
          exclude: ['test/e2e/**'],
          globalSetup: 'test/global-setup.ts',
          setupFiles: ['test/seed.ts', 'test/leak.ts'],
        },
      },
    ],
  },
})
