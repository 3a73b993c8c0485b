import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWeak } from '../auth/common-password.ts'
import { verifyPassword } from '../auth/password.ts'
import { noteStrength } from '../auth/weak-password.ts'
import type { Ctx } from '../model/context.ts'

const ACCOUNT = 'admin'
const fileIn = (dataDir: string) => join(dataDir, 'first-password')

export type FirstAdmin = { username: string; password: string; isNew: boolean; isWeak: boolean }

/** Creates the first admin on an empty database; afterwards says the first password as long as it is still the password. */
export const ensureFirstAdmin = async (ctx: Ctx, dataDir: string, given: string | undefined): Promise<FirstAdmin | undefined> => {
  const [any] = await ctx.db.query('SELECT 1 FROM auth_admin LIMIT 1')
  if (any) return stillFirst(ctx, dataDir)
  const password = given ?? randomBytes(9).toString('base64url')
  await ctx.engine.write(ctx, async (tx) => {
    const group = await tx.engine.add(tx, 'auth.group', { name: '超级管理员', everything: true, scope: 'all' })
    const { id } = await tx.engine.add(tx, 'auth.admin', { username: ACCOUNT, nickname: '系统管理员', groups: [group.id], password })
    await noteStrength(tx.db, id, ACCOUNT, password)
  })
  await mkdir(dataDir, { recursive: true })
  if (!given) await writeFile(fileIn(dataDir), `${ACCOUNT} ${password}\n`, { mode: 0o600 })
  return { username: ACCOUNT, password: given ? '(ADMIN_PASSWORD)' : password, isNew: true, isWeak: isWeak(password, ACCOUNT) }
}

const stillFirst = async (ctx: Ctx, dataDir: string): Promise<FirstAdmin | undefined> => {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const [username = '', password = ''] = text.trim().split(' ')
  if (password === '') return undefined
  const [row] = await ctx.db.query<{ password: string }>('SELECT password FROM auth_admin WHERE username = $1', [username])
  if (row && (await verifyPassword(row.password, password))) return { username, password, isNew: false, isWeak: false }
  await forgetFirstPassword(dataDir)
  return undefined
}

export const forgetFirstPassword = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true })
