import { Gauge, Histogram, Counter, Registry, collectDefaultMetrics } from 'prom-client'
import type { Ended } from '../http/access-log.ts'
import type { Admission } from '../http/admission.ts'
import type { Backend } from '../backend.ts'
import { sealerLag } from '../audit/sealer.ts'
import { lastBackupAt } from '../backup/folder.ts'
import { countWorkers } from '../task/heartbeat.ts'

/** What Prometheus reads. Routes are named by their pattern, so that their number does not grow with the addresses people try. */
export const createMetrics = ({ database, reserve, config }: Backend, admission: Admission) => {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  })
  const aborted = new Counter({ name: 'http_requests_aborted_total', help: 'Requests whose client hung up', registers })
  const refused = new Counter({ name: 'http_requests_refused_total', help: 'Requests refused because of overload', registers })
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    void new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await Promise.resolve(read()).catch(() => Number.NaN))
      },
    })
  gauge('http_requests_inside', 'Requests that are worked on', () => admission.inside)
  gauge('http_requests_limit', 'Requests that may be worked on at once', () => admission.limit)
  for (const [lane, pool] of Object.entries({ request: database, reserve }))
    for (const kind of ['open', 'idle', 'waiting'] as const)
      gauge(`database_${lane}_connections_${kind}`, `Connections of the lane ${lane}: ${kind}`, () => pool.load()[kind])
  gauge('audit_unsealed_seconds', 'Age of the oldest entry without a seal', async () => (await sealerLag(reserve)).seconds)
  gauge('task_workers', 'Worker processes with a heartbeat', () => countWorkers(reserve))
  gauge('backup_age_seconds', 'Age of the newest backup; NaN when there is none', async () => {
    const at = await lastBackupAt(config.DATA_DIR)
    return at ? (Date.now() - at.getTime()) / 1000 : Number.NaN
  })
  return {
    text: () => register.metrics(),
    type: register.contentType,
    refused: () => refused.inc(),
    ended: ({ request, status, seconds, isAborted }: Ended) => {
      if (isAborted) aborted.inc()
      else duration.observe({ method: request.method, route: request.routeOptions.url ?? '(none)', status }, seconds)
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
