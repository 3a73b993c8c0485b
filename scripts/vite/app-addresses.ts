import type { IncomingMessage } from 'node:http'
import type { Connect, Plugin } from 'vite'

const isPage = (request: IncomingMessage, path: string): boolean =>
  request.method === 'GET' &&
  !request.headers['server'] &&
  (request.headers.accept ?? '').includes('text/html') &&
  !/[?&]server=/.test(request.url ?? '') &&
  !/^\/[^/]+\.[a-z0-9]+$|^\/(?:src|assets|node_modules|@[^/]+)\//i.test(path)

const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
  const [path = '/'] = (request.url ?? '/').split('?')
  if (path === '/') request.url = '/home.html'
  else if (isPage(request, path)) request.url = '/index.html'
  next()
}

/** The same answer as the real server: `/` is the home page, any other page address is the app, the rest are calls. */
export const appAddresses = (): Plugin => ({
  name: 'app-addresses',
  configureServer: (server) => void server.middlewares.use(rewrite),
  configurePreviewServer: (server) => void server.middlewares.use(rewrite),
})
