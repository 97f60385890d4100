import { drain } from '../platform/http/drain.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { makeApp } from './app.ts'
import { onStop, startProcess } from './process.ts'
import { makeSnapApp } from './snap.ts'

/** The process that answers HTTP. On a stop it answers what it has taken, tells others to go elsewhere, and ends. */
const context = await startProcess()
const { config, log } = context
const app = await makeApp(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: config.METRICS_PORT,
  host: config.METRICS_HOST,
  log,
})
await app.listen({ port: config.PORT, host: config.HOST })
const snap = config.SNAP_PORT === 0 ? null : await makeSnapApp(context)
await snap?.listen({ port: config.SNAP_PORT, host: config.SNAP_HOST })
const delayMs = config.STOP_DELAY_SECONDS * 1000
const limitMs = config.STOP_LIMIT_SECONDS * 1000
onStop(
  log,
  async () => {
    await Promise.all([app, ...(snap ? [snap] : [])].map((one) => drain(one, { delayMs, limitMs })))
    await Promise.all([context.db.close(), context.renderer.close(), metrics.close()])
  },
  delayMs + limitMs + 4_000,
)
