import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '#kernel'
import type { Backend } from '../backend.ts'
import { SENT } from '../http/route.ts'
import type { Declare } from '../http/route.ts'
import type { Metrics } from './metrics.ts'
import { readinessOf } from './ready.ts'

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** `/healthz`: the process answers. `/readyz`: it can work. `/metrics`: figures, for who knows the token. */
export const healthRoutes = ({ vital }: Declare, backend: Backend, metrics: Metrics | undefined): void => {
  const ready = readinessOf(backend)
  vital('GET', '/healthz', async () => ({ status: 'alive' }))
  vital('GET', '/readyz', async () => {
    const { isReady, states } = await ready()
    const wrong = Object.keys(states).filter((name) => states[name] === 'wrong')
    if (!isReady) throw fail('server.notReady', { what: wrong.join(', ') }, states)
    return states
  })
  const { METRICS_TOKEN } = backend.config
  if (!metrics || !METRICS_TOKEN) return
  vital('GET', '/metrics', async ({ headers }, _, reply) => {
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(hashed(given), hashed(METRICS_TOKEN))) throw fail('request.unknown', { url: '/metrics' })
    void reply.type(metrics.type).send(await metrics.text())
    return SENT
  })
}
