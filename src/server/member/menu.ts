import type { Language } from '#kernel'
import { menuTree } from '../auth/menu.ts'
import type { MenuNode, MenuRow } from '../auth/menu.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../model/context.ts'

const READ = `SELECT id, parent_id AS "parentId", type, title, title_en AS "titleEn", name, path, icon, menu_type AS "menuType", url, component, NULL AS extend, NULL AS keepalive
FROM user_rule WHERE status AND type <> 'button' ORDER BY weigh DESC, id DESC`

/** The pages of the member centre that the member's group holds. Buttons are rights, not pages: they come as rules. */
export const memberMenus = async (db: Db, actor: Actor, language: Language): Promise<MenuNode[]> =>
  menuTree(await db.query<MenuRow>(READ), actor, language)
