import { adminIndex } from '../api/admin.ts'
import { useAdmin } from '../state/admin.ts'
import { loadAreas } from '../areas.ts'
import { loadDrafts } from '../draft/drafts.ts'
import { useAuthNodes } from '../state/auth-nodes.ts'
import { chooseGroup, currentGroup } from '../state/group.ts'
import { recordAt, useMenu } from '../state/menu.ts'
import { labelAt, useRecords } from '../state/records.ts'
import { useSite } from '../state/site.ts'
import { useTabs } from '../state/tabs.ts'
import { nodeAt } from './menu/node-at.ts'
import { registerRoutes } from './register-routes.ts'
import { useTerminal } from './terminal/store.ts'

const load = async (): Promise<void> => {
  const [{ data }] = await Promise.all([adminIndex(), loadAreas()])
  const departments = data.departments ?? []
  const site = { ...data.siteConfig, departments, passwordMin: data.passwordMin, masked: data.masked ?? [], askable: data.askable ?? [] }
  useSite.getState().take(site)
  useTerminal.getState().configure(data.terminal ?? {})
  useAdmin.getState().take(data.adminInfo)
  await loadDrafts('admin', data.adminInfo.id ?? 0)
  registerRoutes(data.menus)
  useAuthNodes.getState().take(data.menus)
  useMenu.getState().take(data.menus)
  useRecords.getState().belongTo(data.adminInfo.id ?? 0)
  const isMine = (path: string) => !recordAt(path) || labelAt(useRecords.getState(), path) !== undefined
  useTabs.getState().retain((path) => nodeAt(data.menus, path) !== undefined && isMine(path))
  // The department of the person who sat here before would make every call fail.
  const group = Number(currentGroup())
  if (group && !departments.some((d) => d.id === group)) chooseGroup(0)
}

let running: Promise<void> | null = null

/** Everything the back office needs before its first page; strict mode and early starts ask twice and get one call. */
export const boot = (): Promise<void> => (useMenu.getState().loaded ? Promise.resolve() : reloadMenus())

/** After menu rules were edited: the menu follows without a reload. */
export const reloadMenus = (): Promise<void> => (running ??= load().finally(() => (running = null)))
