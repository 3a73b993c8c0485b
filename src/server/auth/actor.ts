import { fail } from '#kernel'
import type { Rules } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Actor, Scope } from '../model/context.ts'

type AdminRow = { id: number; nickname: string; department: number | null; groups: number[] }
type GroupRow = { id: number; everything: boolean; rules: number[] | null; scope: string; departments: number[] | null }

const TREE = `WITH RECURSIVE d AS (SELECT id FROM department WHERE id = ANY($1::bigint[]) UNION SELECT c.id FROM department c JOIN d ON c.parent_id = d.id) SELECT id FROM d`
/** These departments and all below them. */
export const departmentTree = async (db: Db, roots: readonly number[]): Promise<number[]> =>
  roots.length ? (await db.query<{ id: number }>(TREE, [roots])).map((r) => r.id) : []

/** The department that somebody has chosen to work in, and all below it: a choice among what they have, never a claim. 0 is none. */
export const chosenTree = async (db: Db, { scope, departmentId }: Actor, chosen: number): Promise<readonly number[]> => {
  if (!Number.isSafeInteger(chosen) || chosen <= 0) return []
  const tree = await departmentTree(db, [chosen])
  if (tree.length === 0 || !(scope.all || scope.departments.includes(chosen) || departmentId === chosen)) throw fail('auth.badGroup')
  return tree
}

const scopeOf = async (db: Db, groups: readonly GroupRow[], own: number | null): Promise<Scope> => {
  if (groups.some((g) => g.everything || g.scope === 'all')) return { all: true, departments: [] }
  const departments = new Set<number>()
  for (const g of groups) {
    if (g.scope === 'department' && own) departments.add(own)
    if (g.scope === 'departmentTree' && own) for (const d of await departmentTree(db, [own])) departments.add(d)
    if (g.scope === 'chosen') for (const d of g.departments ?? []) departments.add(d)
  }
  return { all: false, departments: [...departments] }
}

const GROUPS = 'SELECT id, everything, rules, scope, departments FROM auth_group WHERE id = ANY($1::bigint[]) AND status'
/** What these groups would show to somebody of that department. */
export const scopeIn = async (db: Db, groups: readonly number[], department: number | null): Promise<Scope> =>
  scopeOf(db, await db.query<GroupRow>(GROUPS, [groups]), department)

/** What an admin holds now: the union over enabled groups. Undefined when the account is gone or disabled. */
export const loadAdmin = async (db: Db, id: number): Promise<Actor | undefined> => {
  const [admin] = await db.query<AdminRow>(
    'SELECT id, nickname, department, groups FROM auth_admin WHERE id = $1 AND status AND deleted_at IS NULL',
    [id],
  )
  if (!admin) return undefined
  const groups = await db.query<GroupRow>(GROUPS, [admin.groups])
  const isSuper = groups.some((g) => g.everything)
  const names = isSuper
    ? []
    : await db.query<{ name: string }>('SELECT name FROM auth_rule WHERE id = ANY($1::bigint[]) AND status', [
        groups.flatMap((g) => g.rules ?? []),
      ])
  const rules: Rules = isSuper ? { '*': true } : Object.fromEntries(names.map((r) => [r.name, true as const]))
  return {
    kind: 'admin',
    id: admin.id,
    name: admin.nickname,
    super: isSuper,
    rules,
    departmentId: admin.department,
    groups: groups.map((g) => g.id),
    scope: await scopeOf(db, groups, admin.department),
  }
}

export const loadMember = async (db: Db, id: number): Promise<Actor | undefined> => {
  const [user] = await db.query<{ id: number; nickname: string; everything: boolean | null; rules: number[] | null }>(
    `SELECT u.id, u.nickname, g.everything, g.rules FROM user_user u LEFT JOIN user_group g ON g.id = u."group" AND g.status WHERE u.id = $1 AND u.status AND u.deleted_at IS NULL`,
    [id],
  )
  if (!user) return undefined
  const names = user.everything
    ? []
    : await db.query<{ name: string }>('SELECT name FROM user_rule WHERE id = ANY($1::bigint[]) AND status', [user.rules ?? []])
  const rules: Rules = user.everything ? { '*': true } : Object.fromEntries(names.map((r) => [r.name, true as const]))
  return {
    kind: 'member',
    id: user.id,
    name: user.nickname,
    super: false,
    rules,
    departmentId: null,
    groups: [],
    scope: { all: false, departments: [] },
  }
}

/** Somebody who asked for work behind the page, with the rights of today. */
export const loadActor = (db: Db, kind: string, id: number): Promise<Actor | undefined> =>
  kind === 'admin' ? loadAdmin(db, id) : loadMember(db, id)
