import type { Words } from '#kernel'
import type { Db } from './database.ts'

const GUARD = `SELECT current_user AS role, bool_or(pg_has_role(c.relowner, 'MEMBER')) AS "isOwner",
  bool_or(has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')) AS "mayChange"
  FROM pg_class c WHERE c.oid IN ('audit_entry'::regclass, 'audit_seal'::regclass)`

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })

/** What the database does not keep the application's own role from, in words; null when it keeps it from everything it should. */
export const unguarded = async (db: Db): Promise<Words | null> => {
  const [state] = await db.query<{ role: string; isOwner: boolean; mayChange: boolean }>(GUARD)
  const { role, isOwner, mayChange } = state!
  if (isOwner)
    return words(
      `应用程序以数据库角色“${role}”运行，而它也是所有表的所有者：借用它的语句可以停用审计触发器，改写、清空或删除审计记录和账号表。请设置 DATABASE_OWNER_URL，见 docs/database.md。`,
      `The application runs as the database role “${role}”, which also owns all tables: a statement that borrows it could switch off the triggers of the audit trail and rewrite, empty or drop the trail and the accounts. Set DATABASE_OWNER_URL, see docs/database.md.`,
    )
  if (mayChange)
    return words(
      `数据库角色“${role}”对审计表的权限过多：可以修改、删除或清空记录。重新启动服务会收回这些权限。`,
      `The database role “${role}” has rights on the audit tables that it should not have: to change, delete or empty them. Starting the server again takes them back.`,
    )
  return null
}
