import type { FastifyRequest } from 'fastify'

/** Where the web app has pages; what it does with an address below them is its own affair. */
const PAGES = /^\/(?:$|(?:admin|user|invitation|office|word|401|404)(?:\/|$))/
/** Answered as what they are, whatever the caller accepts: files, health, and what only programs ask for. */
const NEVER = /^\/(?:storage|assets|\.well-known)\/|^\/(?:healthz|readyz|metrics)$|^\/[^/]+\.[a-z0-9]+$/i
const TOKENS = ['server', 'batoken', 'ba-user-token', 'authorization']

const isCall = ({ method, headers, query }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') ||
  TOKENS.some((name) => headers[name] !== undefined) ||
  ['server', 'batoken'].some((name) => (query as Record<string, unknown>)[name] !== undefined)

/**
 * The status of the web app for this request, or undefined when it is a call. A browser says that it wants HTML and gets the app, which has
 * a page for unknown addresses too; who says nothing (`curl`, `wget`, a link checker) gets it where there is a page and no call of that address.
 */
export const pageStatus = (request: FastifyRequest, path: string, owns: () => boolean): 200 | 404 | undefined => {
  if (isCall(request) || NEVER.test(path)) return undefined
  const accept = request.headers.accept ?? '*/*'
  if (accept.includes('text/html')) return PAGES.test(path) ? 200 : 404
  return accept.trim() === '*/*' && PAGES.test(path) && !owns() ? 200 : undefined
}
