import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { LogController } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kernel'
import { adminRoutes } from '../auth/admin-routes.ts'
import { commonRoutes } from '../common/routes.ts'
import { tableRoutes } from '../common/table-routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { accountRoutes } from '../member/account-routes.ts'
import { memberRoutes } from '../member/routes.ts'
import { messageRoutes } from '../message/routes.ts'
import { profileRoutes } from '../profile/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { storageRoutes } from '../storage/routes.ts'
import { terminalRoutes } from '../terminal/routes.ts'
import { readAddress, refuseBadAddress } from './address.ts'
import { refusalOf, refuseWith } from './answer.ts'
import { Assets } from './assets.ts'
import type { House } from './house.ts'
import { FRAME_HEADERS, FRAME_PAGE, HEADERS } from './page-headers.ts'
import { resourceRoutes } from './resource-routes.ts'
import { declare, refuseUndeclaredRoutes } from './route.ts'

const SECRET_IN_URL = /([?&](?:batoken|ba-user-token|ticket|token)=)[^&#]*/gi
export const redactUrl = (url: string): string => url.replace(SECRET_IN_URL, '$1…')

const pathOf = (request: FastifyRequest) => {
  const cut = request.url.indexOf('?')
  return cut < 0 ? request.url : request.url.slice(0, cut)
}
/** An API call has the header or query `server`, is not a GET, or does not want HTML. Everything else gets the web app. */
const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.headers['server'] === undefined &&
  (request.query as Record<string, unknown>)['server'] === undefined &&
  !request.url.startsWith('/storage/') &&
  String(request.headers['accept'] ?? '').includes('text/html')

/** A close ends the connections that are idle then. One that was answering would stay open for its keep-alive time, 70 seconds. */
const closeWhatFallsIdle = (server: Server): void => {
  if (!server.listening) return
  const timer = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(timer))
}

export const buildApp = async (house: House): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: {
      level: house.config.LOG_LEVEL,
      redact: ['req.headers.batoken', 'req.headers["ba-user-token"]', 'req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: (r: FastifyRequest) => ({ method: r.method, url: redactUrl(r.url), ip: r.ip }) },
    },
    logController: new LogController({ disableRequestLogging: house.config.LOG_LEVEL !== 'debug' }),
    genReqId: () => randomUUID(),
    trustProxy: house.config.TRUST_PROXY,
    bodyLimit: 2 * 1024 * 1024,
    forceCloseConnections: 'idle',
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => void refuseWith(reply as never, refusalOf(error, request as never)),
    routerOptions: { querystringParser: readAddress, maxParamLength: 200, ignoreTrailingSlash: true },
  })
  const assets = await Assets.load(house.config.webDir)
  app.removeContentTypeParser('text/plain')
  refuseUndeclaredRoutes(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    refuseBadAddress(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const path = pathOf(request)
    if (path === FRAME_PAGE && assets.has(path)) return assets.send(path, request, reply.headers(FRAME_HEADERS))
    if (path !== '/' && !path.endsWith('.html') && assets.has(path)) return assets.send(path, request, reply)
    if (isPage(request)) {
      if (!assets.isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm start')
      return assets.send(path === '/' && assets.has('/home.html') ? '/home.html' : '/index.html', request, reply)
    }
  })
  app.setErrorHandler((error: FastifyError, request, reply) => refuseWith(reply, refusalOf(error, request)))
  app.setNotFoundHandler({}, (request, reply) => refuseWith(reply, fail('request.unknown', { url: redactUrl(request.url).slice(0, 200) })))
  const routes = declare(app, house)
  commonRoutes(routes)
  adminRoutes(routes)
  memberRoutes(routes)
  accountRoutes(routes)
  messageRoutes(routes)
  tableRoutes(routes)
  settingsRoutes(routes)
  dashboardRoutes(routes)
  profileRoutes(routes)
  terminalRoutes(routes)
  resourceRoutes(routes)
  storageRoutes(app, house)
  // An open stream would keep the server from closing.
  app.addHook('preClose', () => house.terminal.stop())
  app.addHook('preClose', async () => closeWhatFallsIdle(app.server))
  await app.ready()
  return app
}
