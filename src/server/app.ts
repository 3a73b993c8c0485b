import { randomBytes, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, { LogController } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { mounted, mountedPages } from '#areas/registry.server.ts'
import { fail } from '#kernel'
import { adminRoutes } from './sign-in/admin-routes.ts'
import { FrameOrigins } from './auth/frame-origin.ts'
import { commonRoutes } from './public/routes.ts'
import { tableRoutes } from './public/table-routes.ts'
import type { Metrics } from './health/metrics.ts'
import { healthRoutes } from './health/routes.ts'
import { accountRoutes } from './member/account-routes.ts'
import { memberRoutes } from './member/routes.ts'
import { codeRoutes } from './member/code-routes.ts'
import { backupFailed } from './backup/notification.ts'
import { exported } from './excel/notification.ts'
import { notificationRoutes } from './notification/routes.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { viewRoutes } from './view/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import { taskRoutes } from './task-stream/routes.ts'
import { terminalRoutes } from './terminal/routes.ts'
import { machineRoutes } from './machine/routes.ts'
import { uploadRoutes } from './upload/routes.ts'
import { logAccess, logged, redactUrl } from './http/access-log.ts'
import { readAddress, refuseBadAddress } from './http/address.ts'
import { refusalOf, refuseWith } from './http/answer.ts'
import { Assets } from './http/assets.ts'
import { limitBodies } from './http/body-clock.ts'
import type { Backend } from './backend.ts'
import { readJsonBodies } from './http/json-body.ts'
import { refuseOverload } from './http/overload.ts'
import { pageStatus } from './http/page.ts'
import { FRAME_HEADERS, FRAME_PAGE, HEADERS, STRICT_TRANSPORT, numberedStyles, policyFor, printedStyles } from './http/page-headers.ts'
import { ownsAddress, resourceRoutes } from './http/resource-routes.ts'
import { declare, refuseUndeclaredRoutes } from './http/route.ts'

const HOUR_MS = 60 * 60_000
/** A reader or sender that stands still is cut off after `connectionTimeout`; no request takes longer than `requestTimeout` to arrive, not even a file. */
const CLOCKS = { connectionTimeout: 5 * 60_000, requestTimeout: 6 * HOUR_MS, http: { headersTimeout: 20_000 } }

const HOME_PAGE = '/home.html'
const APP_PAGE = '/index.html'

const pathOf = (request: FastifyRequest) => {
  const cut = request.url.indexOf('?')
  return cut < 0 ? request.url : request.url.slice(0, cut)
}

/** A close ends the connections that are idle then. One that was answering would stay open for its keep-alive time, 70 seconds. */
const closeWhatFallsIdle = (server: Server): void => {
  if (!server.listening) return
  const timer = setInterval(() => server.closeIdleConnections(), 50)
  server.once('close', () => clearInterval(timer))
}

export const buildApp = async (backend: Backend): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: {
      level: backend.config.LOG_LEVEL,
      ...logged,
    },
    logController: new LogController({ disableRequestLogging: true }),
    ...CLOCKS,
    genReqId: () => randomUUID(),
    trustProxy: backend.config.TRUST_PROXY,
    bodyLimit: 2 * 1024 * 1024,
    forceCloseConnections: 'idle',
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => void refuseWith(reply as never, refusalOf(error, request as never)),
    routerOptions: { querystringParser: readAddress, maxParamLength: 200, ignoreTrailingSlash: true },
  })
  const assets = await Assets.load(backend.config.webDir)
  let metrics: Metrics | undefined
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  refuseUndeclaredRoutes(app)
  logAccess(app, (ended) => metrics?.ended(ended))
  limitBodies(app)
  const frames = new FrameOrigins(backend.reserve)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    if (request.protocol === 'https' || backend.config.pages?.startsWith('https:')) reply.headers(STRICT_TRANSPORT)
    refuseBadAddress(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const path = pathOf(request)
    if (path === FRAME_PAGE && assets.has(path)) return assets.send(path, request, reply.headers(FRAME_HEADERS))
    if (path !== '/' && !path.endsWith('.html') && assets.has(path)) return assets.send(path, request, reply)
    const status = pageStatus(request, path, () => !request.is404 && ownsAddress(backend, request))
    if (!status) return
    const isHome = path === '/' && assets.has(HOME_PAGE)
    const nonce = randomBytes(16).toString('base64')
    const styles = isHome ? printedStyles(assets.stylesOf(HOME_PAGE)) : numberedStyles(nonce, assets.stylesOf(APP_PAGE))
    const policy = policyFor({ frames: await frames.read(), styles })
    void reply.code(status).header('content-security-policy', policy)
    if (!assets.isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm start')
    return isHome ? assets.send(HOME_PAGE, request, reply) : assets.sendPage(APP_PAGE, nonce, reply)
  })
  const admission = refuseOverload(app, backend.config.REQUESTS_AT_ONCE, () => metrics?.refused())
  if (backend.config.METRICS_TOKEN) metrics = (await import('./health/metrics.ts')).createMetrics(backend, admission)
  app.setErrorHandler((error: FastifyError, request, reply) => refuseWith(reply, refusalOf(error, request)))
  app.setNotFoundHandler({}, (request, reply) => refuseWith(reply, fail('request.unknown', { url: redactUrl(request.url).slice(0, 200) })))
  const routes = declare(app, backend)
  healthRoutes(routes, backend, metrics)
  commonRoutes(routes)
  adminRoutes(routes)
  memberRoutes(routes)
  accountRoutes(routes)
  codeRoutes(routes)
  tableRoutes(routes)
  terminalRoutes(routes)
  taskRoutes(routes)
  notificationRoutes(routes, [exported, backupFailed])
  bulkRoutes(routes)
  viewRoutes(routes)
  for (const { half } of [...mounted, ...mountedPages]) half?.routes?.(routes)
  resourceRoutes(routes)
  storageRoutes(app, backend)
  uploadRoutes(app, backend)
  machineRoutes(app, backend)
  // An open stream would keep the server from closing.
  app.addHook('preClose', () => backend.terminal.stop())
  app.addHook('preClose', () => backend.feed.close())
  app.addHook('preClose', async () => closeWhatFallsIdle(app.server))
  await app.ready()
  return app
}
