import { drain } from '../platform/http/drain.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { createConsoleApp } from './console-app.ts'
import { onShutdown, startService } from './process.ts'

/** The process of the staff's console. It listens on this machine only: a proxy with TLS is in front of it. */
const context = await startService({
  answersCallers: true,
  alsoNeeds: ({ config }) => {
    if (config.CONSOLE_PORT === 0)
      throw new Error('CONSOLE_PORT is not set, so there is no console to serve.')
  },
})
const { config, log } = context
const app = await createConsoleApp(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: config.CONSOLE_METRICS_PORT,
  host: config.METRICS_HOST,
  log,
})
await app.listen({ port: config.CONSOLE_PORT, host: '127.0.0.1' })
const delayMs = config.STOP_DELAY_SECONDS * 1000
const limitMs = config.STOP_LIMIT_SECONDS * 1000
onShutdown(
  log,
  async () => {
    await drain(app, { delayMs, limitMs })
    await Promise.all([context.db.close(), context.renderer.close(), metrics.close()])
  },
  delayMs + limitMs + 4_000,
)
log.info('console ready')
