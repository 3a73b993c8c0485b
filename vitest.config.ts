import { defineConfig } from 'vitest/config'

const database = 'src/**/*.db.test.ts'

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
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
