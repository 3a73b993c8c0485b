import { randomBytes, randomUUID } from 'node:crypto'
import Fastify, { LogController } from 'fastify'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
import { uploadRoutes } from './upload/routes.ts'
import { logEnded, logged, numberRequests, redactUrl } from './http/access-log.ts'
import type { Ended } from './http/access-log.ts'
import { readAddress, refuseBadAddress } from './http/address.ts'
import { refusalOf, refuseWith } from './http/answer.ts'
import { Assets } from './http/assets.ts'
import { limitBodies } from './http/body-clock.ts'
import type { Backend } from './backend.ts'
import { closeWhatFallsIdle } from './http/idle.ts'
import { readJsonBodies } from './http/json-body.ts'
import { refuseOverload } from './http/overload.ts'
import { pageStatus } from './http/page.ts'
import { FRAME_HEADERS, FRAME_PAGE, HEADERS, STRICT_TRANSPORT, numberedStyles, policyFor, printedStyles } from './http/page-headers.ts'
import { ownsAddress, resourceRoutes } from './http/resource-routes.ts'
import { declare, refuseUndeclaredRoutes } from './http/route.ts'

const HOUR_MS = 60 * 60_000
/** A reader or sender that stands still is cut off after `connectionTimeout`; no request takes longer than `requestTimeout` to arrive, not even a file. */
const CLOCKS = { connectionTimeout: 5 * 60_000, requestTimeout: 6 * HOUR_MS, http: { headersTimeout: 20_000 } }

/** Levels at which each request has its line. */
const TOLD: ReadonlySet<string> = new Set(['trace', 'debug', 'info'])

const HOME_PAGE = '/home.html'
const APP_PAGE = '/index.html'

const pathOf = (request: FastifyRequest) => {
  const cut = request.url.indexOf('?')
  return cut < 0 ? request.url : request.url.slice(0, cut)
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
  const listeners: ((ended: Ended) => void)[] = TOLD.has(backend.config.LOG_LEVEL) ? [logEnded] : []
  numberRequests(app, listeners)
  limitBodies(app)
  const frames = new FrameOrigins(backend.reserve)
  /** What a browser asks for as a page or a part of one; nothing when it is a call. */
  const pageOf = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const path = pathOf(request)
    if (path === FRAME_PAGE && assets.has(path)) return assets.send(path, request, reply.headers(FRAME_HEADERS))
    if (path !== '/' && !path.endsWith('.html') && assets.has(path)) return assets.send(path, request, reply)
    const status = pageStatus(request, path, () => !request.is404 && ownsAddress(backend, request))
    return status && sendApp(status, path, request, reply)
  }
  const sendApp = async (status: number, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isHome = path === '/' && assets.has(HOME_PAGE)
    const nonce = randomBytes(16).toString('base64')
    const styles = isHome ? printedStyles(assets.stylesOf(HOME_PAGE)) : numberedStyles(nonce, assets.stylesOf(APP_PAGE))
    const policy = policyFor({ frames: await frames.read(), styles })
    void reply.code(status).header('content-security-policy', policy)
    if (!assets.isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm start')
    return isHome ? assets.send(HOME_PAGE, request, reply) : assets.sendPage(APP_PAGE, nonce, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(HEADERS)
    if (request.protocol === 'https' || backend.config.pages?.startsWith('https:')) reply.headers(STRICT_TRANSPORT)
    refuseBadAddress(request)
    // Only a page is waited for: every call comes by here.
    const page = pageOf(request, reply)
    if (page) page.catch(done)
    else done()
  })
  const admission = refuseOverload(app, backend.config.REQUESTS_AT_ONCE, () => metrics?.refused())
  if (backend.config.METRICS_TOKEN) {
    metrics = (await import('./health/metrics.ts')).createMetrics(backend, admission)
    listeners.push(metrics.ended)
  }
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
  // An open stream would keep the server from closing.
  app.addHook('preClose', () => backend.terminal.stop())
  app.addHook('preClose', () => backend.feed.close())
  const closeIdle = closeWhatFallsIdle(app.server)
  app.addHook('preClose', async () => closeIdle())
  await app.ready()
  return app
}
