import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** A sentence for a person at a terminal: what happened, how to mend it, and the last words of PostgreSQL. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export const lastLines = (file: string, from = 0, lines = 12) => {
  try {
    const { size } = statSync(file)
    const start = Math.max(from <= size ? from : 0, size - 16_384)
    const bytes = Buffer.alloc(size - start)
    const fd = openSync(file, 'r')
    readSync(fd, bytes, 0, bytes.length, start)
    closeSync(fd)
    return bytes.toString('utf8').trim().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}

const remedies: readonly (readonly [RegExp, (folder: string, free: string) => string])[] = [
  [
    /no space left|disk full|ENOSPC|EDQUOT|quota exceeded/i,
    (folder, free) =>
      `The disk that holds ${folder} is full (${free}). Free at least 300 MB and start again; nothing written before is lost.`,
  ],
  [
    /could not look up effective user/i,
    () => 'PostgreSQL needs an account that has a name: add this user to /etc/passwd, start as another user, or set DATABASE_URL.',
  ],
  [/read-only file system|EROFS/i, (folder) => `${folder} is on a read-only disk. Set DATA_DIR to a folder that can be written.`],
  [
    /permission denied|EACCES|EPERM|wrong ownership/i,
    (folder) =>
      `The account that runs the database may not use ${folder}. Give the folder to the user who starts this server, or set DATA_DIR to another one.`,
  ],
  [
    /incompatible with server|initialized by PostgreSQL version/i,
    (folder) =>
      `${folder} was made by another major version of PostgreSQL. Restore a backup into an empty data folder, or run that version and set DATABASE_URL.`,
  ],
  [
    /could not (?:create|map|resize) (?:anonymous )?shared memory|cannot allocate memory|ENOMEM|out of memory/i,
    () => 'There is not enough memory for the database (it needs about 400 MB). Stop other programs or give this machine more.',
  ],
  [
    /cannot be run as root|administrative permissions/i,
    () => 'PostgreSQL refuses to run with administrator rights. Start as an ordinary user, or set DATABASE_URL.',
  ],
  [
    /invalid (primary )?checkpoint|could not locate a valid checkpoint|PANIC|page verification failed/i,
    (folder) => `The files in ${folder} are damaged. Keep a copy of the folder, then restore the last backup into an empty data folder.`,
  ],
  [
    /error while loading shared libraries|image not found|GLIBC/i,
    () => 'The bundled PostgreSQL does not run on this system. Install PostgreSQL 15 or newer and set DATABASE_URL.',
  ],
]

const freeSpace = async (folder: string) => {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? `${Math.floor((disk.bavail * disk.bsize) / 1_048_576)} MB free` : 'free space unknown'
}

/** Turns the words of PostgreSQL or of the system into a failure that says how to mend it. */
export const explain = async (what: string, words: string, folder: string) => {
  const remedy = remedies.find(([pattern]) => pattern.test(words))?.[1]
  const advice =
    remedy?.(folder, await freeSpace(folder)) ?? `If the lines below do not help, set DATABASE_URL to a PostgreSQL server of your own.`
  return new DatabaseUnavailable(`${what} ${advice}${words.trim() && `\n\n${words.trim()}`}`)
}
