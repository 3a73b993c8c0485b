import { can, fail, ruleOf, snake } from '#kernel'
import type { Declare } from '../http/route.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { columnTitle } from '../model/column-title.ts'

/** The table is looked up among the mounted resources that the caller may see; a name from outside never reaches a statement. */
const modelFor = (call: Call, actor: Actor): Model => {
  const asked = String(call.query['table'] ?? '')
  const model = call.backend.engine.registry.all().find((m) => m.resource.name === asked || snake(m.resource.name) === asked)
  if (!model || model.resource.view || !can(actor.rules, ruleOf(model.resource.name, 'index')))
    throw fail('input.badValue', { field: 'table', value: asked.slice(0, 60) })
  return model
}

/** What a rule about resources can be made for: names, titles, and whether they have a bin. */
const resourcesFor = (call: Call, actor: Actor) =>
  call.backend.engine.registry
    .all()
    .filter((m) => !m.resource.view && can(actor.rules, ruleOf(m.resource.name, 'index')))
    .map(({ resource, locale, isRecyclable }) => {
      const { title, fields } = locale[call.language]
      return {
        name: resource.name,
        title,
        isRecyclable,
        fields: Object.entries(resource.fields).map(([name, { kind }]) => ({ name, title: fields[name] ?? name, kind })),
      }
    })

export const tableRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/ajax/resources', { audience: 'admin' }, async (call, actor) => ({ list: resourcesFor(call, actor) }))
  guarded('GET', '/admin/ajax/getTablePk', { audience: 'admin' }, async (call, actor) => {
    modelFor(call, actor)
    return { pk: 'id' }
  })
  guarded('GET', '/admin/ajax/getTableFieldList', { audience: 'admin' }, async (call, actor) => {
    const model = modelFor(call, actor)
    const isClean = call.query['clean'] !== '0'
    const fields = [...model.columns.values()].filter((c) => c.name !== 'version')
    const entries = fields.map(({ name, field }) => {
      const title = columnTitle(model.locale, call.language, name)
      return [snake(name), isClean ? title : { ...field, name, column: snake(name), title }]
    })
    return { pk: 'id', fieldList: Object.fromEntries(entries) as Record<string, unknown> }
  })
}
