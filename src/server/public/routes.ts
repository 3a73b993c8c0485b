import { can, fail, ruleOf } from '#kernel'
import type { Language } from '#kernel'
import { CAPTCHA_ID } from '../auth/captcha.ts'
import { shortestPassword } from '../auth/password-policy.ts'
import { refresh } from '../sign-in/refresh.ts'
import type { Backend } from '../backend.ts'
import type { Declare } from '../http/route.ts'
import { SENT } from '../http/route.ts'
import type { Actor } from '../model/context.ts'
import { publicSite, readSite } from '../site.ts'
import { areaOptions } from './area.ts'
import { publicFigures } from './public-figure.ts'

/** Only what the reader may list: the shape of a resource is as private as its rows. */
const documentOf = async ({ engine }: Backend, actor: Actor, language: Language) => {
  const { openApi } = await import('../http/openapi.ts')
  const seen = engine.registry.all().filter((m) => can(actor.rules, ruleOf(m.resource.name, 'index')))
  const document = openApi(seen, language)
  const own = seen.map(({ half }) => half?.paths?.(language))
  return { ...document, paths: { ...document.paths, ...Object.assign({}, ...own) } }
}

/** Calls that both audiences share. */
export const commonRoutes = ({ open, vital, guarded }: Declare): void => {
  open('GET', '/api/index/index', async ({ backend, language }) => {
    const site = await readSite(backend.database)
    return {
      site: publicSite(site),
      openMemberCenter: site.openMemberCenter,
      figures: await publicFigures(backend, site, language),
      passwordMin: await shortestPassword(backend.database, 'user'),
    }
  })
  vital('GET', '/api/common/captcha', async ({ backend, query }, _, reply) => {
    const id = String(query['id'] ?? '')
    if (!CAPTCHA_ID.test(id)) throw fail('input.badValue', { field: 'id', value: id.slice(0, 60) })
    void reply
      .header('cache-control', 'no-store')
      .type('image/png')
      .send(await backend.captcha.picture(backend.database, id))
    return SENT
  })
  vital('POST', '/api/common/refreshToken', refresh)
  open('GET', '/api/ajax/area', async ({ query }) => areaOptions(query))
  guarded('GET', '/admin/ajax/area', { audience: 'admin' }, async ({ query }) => areaOptions(query))
  // Whole for tools, which are written for English when they say nothing about languages; in an envelope for the page.
  guarded('GET', '/admin/docs/openapi.json', { audience: 'admin' }, async ({ backend, headers, language }, actor, reply) => {
    void reply.type('application/json').send(await documentOf(backend, actor, headers['think-lang'] === undefined ? 'en' : language))
    return SENT
  })
  guarded('GET', '/admin/docs/index', { audience: 'admin', rule: 'docs/index' }, ({ backend, language }, actor) =>
    documentOf(backend, actor, language),
  )
}
