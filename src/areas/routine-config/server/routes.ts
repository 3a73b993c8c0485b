import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { record } from '#server/audit/entry.ts'
import { PACKAGE_MANAGERS, settingFlaw } from '#server/settings/default-item.ts'
import { settingsPage } from './page.ts'

const given = (call: Call) => (typeof call.body === 'object' && call.body !== null ? call.body : {}) as Record<string, unknown>
const badValue = (field: string, value: unknown) => fail('input.badValue', { field, value: String(value).slice(0, 60) })

/** Through the same door as the settings page, so that it is checked and in the trail. */
const changeTerminalConfig = async (call: Call, actor: Actor) => {
  const { manager, port } = given(call)
  if (manager !== undefined && !PACKAGE_MANAGERS.includes(String(manager))) throw badValue('manager', manager)
  if (port !== undefined && settingFlaw('terminal_port', port)) throw badValue('port', port)
  const change = {
    ...(manager === undefined ? {} : { terminal_package_manager: manager }),
    ...(port === undefined ? {} : { terminal_port: String(port) }),
  }
  if (Object.keys(change).length === 0) throw badValue('manager', '')
  const ctx = await contextOf(call, actor)
  await ctx.engine.act(ctx, 'routine.config', 'save', [], { group: 'terminal', values: change })
  return change
}

export const settingsRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/routine.config/page', { audience: 'admin', rule: 'routine/config/index' }, async (call, actor) =>
    settingsPage(await contextOf(call, actor), actor),
  )
  guarded('POST', '/admin/ajax/changeTerminalConfig', { audience: 'admin', super: true }, changeTerminalConfig)
  guarded('POST', '/admin/ajax/clearCache', { audience: 'admin', rule: 'routine/config/edit' }, async (call, actor) => {
    const { type } = given(call)
    if (type !== 'tp' && type !== 'all') throw badValue('type', type)
    await call.backend.services.refresh()
    await record(await contextOf(call, actor), { action: 'clearCache', resource: 'system', recordId: '', label: type, changes: {} })
    return null
  })
}
