import { defineConfig } from 'vitest/config'

/** Two processes start for every file, on the processors of one. */
const patience = Number(process.env['PATIENCE'] ?? (process.env['TEST_PROCESSES'] === '2' ? 4 : 1))
const database = 'src/**/*.db.test.ts'
/**
 * Where the text of a statement, a role or a version of the server decides: these run on a PostgreSQL of one's own too. What the others say
 * about rights, HTTP, files and processes is the same on any database, and they go through the same engine.
 */
const onEveryDatabase = [
  'analysis',
  'audit-log',
  'backup',
  'change',
  'checkpoint',
  'clinical',
  'crud',
  'database',
  'datafile',
  'delivery',
  'gather',
  'generator',
  'import',
  'lock',
  'mark',
  'migration',
  'postgres',
  'qc-run',
  'query-recheck',
  'record',
  'recycle',
  'rights-over-time',
  'study-scope',
  'task',
  'task-stream',
  'timeline',
  'trail',
  'two-process',
  'write',
].map((name) => `test/${name}.test.ts`)
const isOwnServer = Boolean(process.env['TEST_DATABASE_URL'])

export default defineConfig({
  test: {
    // What is waited for is a state; a busy machine must not decide. Only what hangs comes to this end.
    testTimeout: 240_000 * patience,
    hookTimeout: 240_000 * patience,
    expect: { poll: { timeout: 15_000 * patience } },
    maxWorkers: 2,
    setupFiles: 'test/seed.ts',
    projects: [
      {
        extends: true,
        // Some files wait for programs that they have started: a third worker has the processor meanwhile.
        test: {
          name: 'unit',
          maxWorkers: 3,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
          exclude: [database],
        },
      },
      {
        extends: true,
        // Everybody at every call takes minutes, and finds what is not mended yet: `npm run -s drill:reach`.
        test: { name: 'reach', include: ['test/reach/*.drill.ts'], globalSetup: 'test/global-setup.ts', testTimeout: 1_200_000 * patience },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: [...(isOwnServer ? onEveryDatabase : ['test/**/*.test.ts']), database],
          exclude: ['test/e2e/**'],
          // Loading the server anew for each file took a third of the processor; what a file leaves behind is looked for by `leak.ts`.
          isolate: false,
          globalSetup: 'test/global-setup.ts',
          setupFiles: ['test/seed.ts', 'test/leak.ts'],
        },
      },
    ],
  },
})
