import { chownSync, readFileSync, statSync } from 'node:fs'

/** The account PostgreSQL runs as; undefined means our own. PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | undefined

const nobody = () => {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : { uid: 65_534, gid: 65_534 }
}

/** As root: the owner of an existing cluster, so that a folder made by an ordinary user stays theirs; else nobody. */
export const accountFor = (cluster: string): Account => {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

export const give = (path: string, account: Account) => {
  if (account) chownSync(path, account.uid, account.gid)
}
