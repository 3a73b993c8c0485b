import { join } from 'node:path'
import type { Duty } from '../duty.ts'
import { readSite } from '../site.ts'
import { createBackup } from './create.ts'
import { backupRoot, filesBelow, listBackups, pruneBackups, sizeText } from './folder.ts'
import { readManifest, signatureProblem } from './manifest.ts'
import { verifyBackup } from './verify.ts'

export const backupCreate: Duty = async ({ backend, url }, say, signal) => {
  const { config, store, database, signer } = backend
  const application = (await readSite(database)).version
  const made = await createBackup({ databaseUrl: url, dataDir: config.DATA_DIR, store, application, signer }, say, signal)
  say(`kept   backup/${made.name}, manifest ${made.sha256.slice(0, 16)}`)
  for (const name of await pruneBackups(config.DATA_DIR, config.BACKUP_KEEP))
    say(`gone   backup/${name}: only the newest ${config.BACKUP_KEEP} stay`)
  for (const name of made.missing) say(`WRONG  a record names a file that is not stored: ${name}`)
  if (made.missing.length)
    throw new Error(`the backup is kept, but ${made.missing.length} files that records name were not there to be copied`)
}

export const backupVerify: Duty = async ({ backend, ownerUrl }, say, signal) => {
  const { DATA_DIR } = backend.config
  const [newest] = await listBackups(DATA_DIR)
  if (!newest) throw new Error('there is no backup yet: run backup-create first')
  say(`backup/${newest}`)
  await verifyBackup(ownerUrl, join(backupRoot(DATA_DIR), newest), [backend.signer.publicKey], say, signal)
  say('the backup is signed, complete and can be restored')
}

export const backupList: Duty = async ({ backend }, say) => {
  const { DATA_DIR, BACKUP_KEEP } = backend.config
  const names = await listBackups(DATA_DIR)
  for (const name of names) {
    const folder = join(backupRoot(DATA_DIR), name)
    const bytes = [...(await filesBelow(folder)).values()].reduce((n, size) => n + size, 0)
    const { manifest, signature } = await readManifest(folder)
    const problem = signatureProblem(signature, [backend.signer.publicKey])
    const rows = manifest.tables.reduce((n, t) => n + t.rows, 0)
    say(
      `backup/${name}  ${sizeText(bytes)}, ${rows} rows, ${manifest.files.length} files, seal ${manifest.audit.seals}${problem ? `; ${problem}` : ', signed'}`,
    )
  }
  say(`${names.length} backups; the newest ${BACKUP_KEEP} stay`)
}
