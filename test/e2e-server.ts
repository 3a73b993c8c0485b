import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The real server with demo data in a folder that disappears with it; the browser tests run against it. */
const dataDir = mkdtempSync(join(tmpdir(), 'qc-e2e-'))
chmodSync(dataDir, 0o755)
const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
const server = spawn(process.execPath, [main, '--demo'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
