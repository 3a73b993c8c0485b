import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import type { Declare } from '../http/route.ts'
import { contextOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../context.ts'
import { PACKAGE_MANAGERS, settingFlaw } from './default-item.ts'
import { settingsPage } from './page.ts'

const given = (visit: Visit) => (typeof visit.body === 'object' && visit.body !== null ? visit.body : {}) as Record<string, unknown>
const badValue = (field: string, value: unknown) => fail('input.badValue', { field, value: String(value).slice(0, 60) })

/** Through the same door as the settings page, so that it is checked and in the trail. */
const changeTerminalConfig = async (visit: Visit, actor: Actor) => {
  const { manager, port } = given(visit)
  if (manager !== undefined && !PACKAGE_MANAGERS.includes(String(manager))) throw badValue('manager', manager)
  if (port !== undefined && settingFlaw('terminal_port', port)) throw badValue('port', port)
  const change = {
    ...(manager === undefined ? {} : { terminal_package_manager: manager }),
    ...(port === undefined ? {} : { terminal_port: String(port) }),
  }
  if (Object.keys(change).length === 0) throw badValue('manager', '')
  const ctx = await contextOf(visit, actor)
  await ctx.engine.act(ctx, 'routine.config', 'save', [], { group: 'terminal', values: change })
  return change
}

export const settingsRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/routine.config/page', { audience: 'admin', rule: 'routine/config/index' }, async (visit, actor) =>
    settingsPage(await contextOf(visit, actor), actor),
  )
  guarded('POST', '/admin/ajax/changeTerminalConfig', { audience: 'admin', super: true }, changeTerminalConfig)
  guarded('POST', '/admin/ajax/clearCache', { audience: 'admin', rule: 'routine/config/edit' }, async (visit, actor) => {
    const { type } = given(visit)
    if (type !== 'tp' && type !== 'all') throw badValue('type', type)
    await visit.house.services.refresh()
    await record(await contextOf(visit, actor), { action: 'clearCache', resource: 'system', recordId: '', label: type, changes: {} })
    return null
  })
}
