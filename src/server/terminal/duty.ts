import { access, constants, mkdir, statfs } from 'node:fs/promises'
import type { Words } from '#kernel'
import { verifyTrail } from '../audit/sealer.ts'
import { backupCreate, backupList, backupVerify } from '../backup/duty.ts'
import { migrate, migrationStatus } from '../db/migrate.ts'
import { readSite } from '../site.ts'
import type { Desk, Duty } from './desk.ts'

const databaseVersion = async ({ house }: Desk): Promise<string> =>
  (await house.database.query<{ v: string }>(`SELECT current_setting('server_version') AS v`))[0]!.v

const version: Duty = async (desk, say) => {
  say(`Application ${(await readSite(desk.house.database)).version}`)
  say(`Node.js ${process.version} (${process.platform} ${process.arch})`)
  say(`PostgreSQL ${await databaseVersion(desk)}`)
}

const UNSEALED = `SELECT count(*) AS n FROM audit_entry WHERE at < now() - interval '1 minute'
  AND txid >= coalesce((SELECT to_txid FROM audit_seal ORDER BY seq DESC LIMIT 1), '0'::xid8)`
/** Each check answers with a sentence, or throws one. */
const CHECKS: Record<string, (desk: Desk) => Promise<string>> = {
  database: async (desk) => `PostgreSQL ${await databaseVersion(desk)}`,
  migrations: async ({ house }) => {
    const { pending, done } = await migrationStatus(house.database)
    if (pending.length) throw new Error(`${pending.length} not applied: ${pending.join(', ')}`)
    return `${done.length} applied`
  },
  'audit trail': async ({ house }) => {
    const [row] = await house.database.query<{ n: number }>(UNSEALED)
    if (row!.n > 0) throw new Error(`${row!.n} entries are older than a minute and not sealed`)
    return 'sealed'
  },
  'data folder': async ({ house }) => {
    await mkdir(house.config.DATA_DIR, { recursive: true })
    await access(house.config.DATA_DIR, constants.W_OK)
    const { bavail, bsize } = await statfs(house.config.DATA_DIR)
    const free = Math.floor((bavail * bsize) / 1024 ** 3)
    if (free < 1) throw new Error('less than 1 GB is free')
    return `writable, ${free} GB free`
  },
}
const doctor: Duty = async (desk, say, signal) => {
  let failed = 0
  for (const [name, check] of Object.entries(CHECKS)) {
    signal.throwIfAborted()
    try {
      say(`ok     ${name}: ${await check(desk)}`)
    } catch (error) {
      failed++
      say(`WRONG  ${name}: ${(error as Error).message}`)
    }
  }
  if (failed) throw new Error(`${failed} of ${Object.keys(CHECKS).length} checks failed`)
}

const migrateStatus: Duty = async ({ house }, say) => {
  const { done, pending } = await migrationStatus(house.database)
  for (const name of done) say(`applied  ${name}`)
  for (const name of pending) say(`pending  ${name}`)
}
const migrateRun: Duty = async ({ databaseUrl }, say) => {
  const applied = await migrate(databaseUrl)
  say(applied.length ? applied.map((n) => `applied  ${n}`).join('\n') : 'nothing to apply')
}
const auditVerify: Duty = async ({ house }, say) => {
  const { ok, seals, entries, head, problem } = await verifyTrail(house.database)
  say(`${seals} seals over ${entries} entries, head ${head.slice(0, 16)}`)
  if (!ok) throw new Error(problem)
  say('the trail is complete and unchanged')
}
const cacheClear: Duty = async ({ house }, say) => {
  await house.services.refresh()
  say('what was kept in memory is read anew')
}
const storageSweep: Duty = async ({ house }, say) => say(`${await house.store.sweep(house.database)} files without a record removed`)

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
export const DUTIES: Readonly<Record<string, { title: Words; duty: Duty }>> = {
  version: { title: words('版本', 'Versions'), duty: version },
  doctor: { title: words('系统自检', 'Check the system'), duty: doctor },
  'migrate-status': { title: words('迁移状态', 'State of the migrations'), duty: migrateStatus },
  'migrate-run': { title: words('执行迁移', 'Apply migrations'), duty: migrateRun },
  'audit-verify': { title: words('校验审计链', 'Verify the audit trail'), duty: auditVerify },
  'backup-create': { title: words('创建备份', 'Create a backup'), duty: backupCreate },
  'backup-verify': { title: words('校验最近备份', 'Verify the newest backup'), duty: backupVerify },
  'backup-list': { title: words('备份列表', 'List the backups'), duty: backupList },
  'cache-clear': { title: words('清理缓存', 'Clear caches'), duty: cacheClear },
  'storage-sweep': { title: words('清理无主文件', 'Remove files without a record'), duty: storageSweep },
}
