import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Words } from '#kernel'
import { PUBLIC_KEY_FILE } from '../audit/checkpoint.ts'
import { auditReplay, auditVerify, checkpointAccept } from '../audit/duty.ts'
import { sealerLag } from '../audit/sealer.ts'
import { backupCreate, backupList, backupVerify } from '../backup/duty.ts'
import { lastBackupAt } from '../backup/folder.ts'
import { unguarded } from '../db/guard.ts'
import { migrate, migrationStatus } from '../db/migrate.ts'
import { systemContext } from '../model/system-context.ts'
import { endDemo } from '../seed/demo-account.ts'
import { readSite } from '../site.ts'
import type { Duty, DutyContext, ServerContext, ServerDuty } from '../duty.ts'

const databaseVersion = async ({ backend }: DutyContext): Promise<string> =>
  (await backend.database.query<{ v: string }>(`SELECT current_setting('server_version') AS v`))[0]!.v

const version: Duty = async (context, say) => {
  say(`Application ${(await readSite(context.backend.database)).version}`)
  say(`Node.js ${process.version} (${process.platform} ${process.arch})`)
  say(`PostgreSQL ${await databaseVersion(context)}`)
}

const LAST_RUN = `SELECT status, ended_at AS at FROM terminal_run WHERE command = $1 AND status <> 'executing' ORDER BY id DESC LIMIT 1`
const lastRun = async ({ backend }: DutyContext, command: string): Promise<string> => {
  const [run] = await backend.database.query<{ status: string; at: string }>(LAST_RUN, [command])
  return run ? `${command} ran last on ${run.at}: ${run.status}` : `${command} never ran`
}
/** Each check answers with a sentence, or throws one. */
const CHECKS: Record<string, (context: ServerContext) => Promise<string>> = {
  database: async (context) => `PostgreSQL ${await databaseVersion(context)}`,
  migrations: async ({ backend }) => {
    const { pending, done } = await migrationStatus(backend.database)
    if (pending.length) throw new Error(`${pending.length} not applied: ${pending.join(', ')}`)
    return `${done.length} applied`
  },
  'audit trail': async (context) => {
    const { backend } = context
    const { entries, seconds } = await sealerLag(backend.database)
    if (seconds > 60) throw new Error(`${entries} entries wait for their seal, the oldest since ${Math.round(seconds)} s`)
    return `sealed; ${await lastRun(context, 'audit-verify')}`
  },
  checkpoints: async ({ backend }) => {
    await backend.checkpoints.write()
    const { id } = backend.signer.publicKey
    const { CHECKPOINT_DIR } = backend.config
    return `signed on ${backend.checkpoints.lastAt} in ${CHECKPOINT_DIR}; key ${id}, its public half in ${join(CHECKPOINT_DIR, PUBLIC_KEY_FILE)}`
  },
  backup: async (context) => {
    const at = await lastBackupAt(context.backend.config.DATA_DIR)
    return at ? `the newest is of ${at.toISOString()}; ${await lastRun(context, 'backup-verify')}` : 'there is none yet'
  },
  'data folder': async ({ backend }) => {
    await mkdir(backend.config.DATA_DIR, { recursive: true })
    await access(backend.config.DATA_DIR, constants.W_OK)
    const { bavail, bsize } = await statfs(backend.config.DATA_DIR)
    const free = Math.floor((bavail * bsize) / 1024 ** 3)
    if (free < 1) throw new Error('less than 1 GB is free')
    return `writable, ${free} GB free`
  },
}
const doctor: ServerDuty = async (context, say, signal) => {
  let failed = 0
  for (const [name, check] of Object.entries(CHECKS)) {
    signal.throwIfAborted()
    try {
      say(`ok     ${name}: ${await check(context)}`)
    } catch (error) {
      failed++
      say(`WRONG  ${name}: ${(error as Error).message}`)
    }
  }
  const missing = await unguarded(context.backend.database)
  say(
    missing
      ? `WARN   roles: ${missing.en}`
      : 'ok     roles: the application owns no table of the backend and cannot change the audit trail',
  )
  if (failed) throw new Error(`${failed} of ${Object.keys(CHECKS).length} checks failed`)
}

const migrateStatus: Duty = async ({ backend }, say) => {
  const { done, pending } = await migrationStatus(backend.database)
  for (const name of done) say(`applied  ${name}`)
  for (const name of pending) say(`pending  ${name}`)
}
const migrateRun: Duty = async (context, say) => {
  const applied = await migrate(context)
  say(applied.length ? applied.map((n) => `applied  ${n}`).join('\n') : 'nothing to apply')
}
const cacheClear: Duty = async ({ backend }, say) => {
  await backend.services.refresh()
  say('what was kept in memory is read anew')
}
const storageSweep: Duty = async ({ backend }, say) => say(`${await backend.store.sweep(backend.database)} files without a record removed`)

const demoEnd: Duty = async ({ backend }, say) => {
  const names = await endDemo(systemContext(backend))
  say(names.length ? `disabled: ${names.join(', ')}` : 'no demo account can sign in')
}

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
/** `task`: a worker can do it as well. What stays asks for the server's own memory, or writes its checkpoints. */
type Kept = { title: Words; duty: ServerDuty; task?: Duty }
const anywhere = (title: Words, duty: Duty): Kept => ({ title, duty, task: duty })
export const DUTIES: Readonly<Record<string, Kept>> = {
  version: { title: words('版本', 'Versions'), duty: version },
  doctor: { title: words('系统自检', 'Check the system'), duty: doctor },
  'migrate-status': anywhere(words('迁移状态', 'State of the migrations'), migrateStatus),
  'migrate-run': anywhere(words('执行迁移', 'Apply migrations'), migrateRun),
  'audit-verify': { title: words('校验操作日志', 'Verify the audit trail'), duty: auditVerify },
  'audit-replay': anywhere(words('核对数据与操作日志', 'Compare the records with the trail'), auditReplay),
  'checkpoint-accept': { title: words('确认检查点重新开始', 'Accept that checkpoints began anew'), duty: checkpointAccept },
  'backup-create': anywhere(words('创建备份', 'Create a backup'), backupCreate),
  'backup-verify': anywhere(words('校验最近备份', 'Verify the newest backup'), backupVerify),
  'backup-list': anywhere(words('备份列表', 'List the backups'), backupList),
  'demo-end': anywhere(words('停用演示账号', 'Disable the demo accounts'), demoEnd),
  'cache-clear': { title: words('清理缓存', 'Clear caches'), duty: cacheClear },
  'storage-sweep': anywhere(words('清理无主文件', 'Remove files without a record'), storageSweep),
}
