import { banksWithShortKeys } from '../outside/bank/banks.ts'
import { drain } from '../platform/http/drain.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { openReplica } from './make-context.ts'
import { createApp } from './app.ts'
import { productionWarnings } from '../platform/settings/production.ts'
import { openFileWarnings } from '../platform/settings/secret-files.ts'
import { watchSecretFiles } from '../platform/metrics/secret-file-metrics.ts'
import { onShutdown, startService } from './process.ts'
import { createSnapApp } from './snap.ts'

/** The HTTP process. On shutdown it drains: it finishes accepted requests and accepts no new ones. */
const service = await startService({ answersCallers: true })
const context = { ...service, replica: openReplica(service) }
const { config, log } = context
for (const sentence of [...productionWarnings(process.env), ...openFileWarnings(process.env)])
  log.warn(sentence)
for (const bank of banksWithShortKeys(context.banks))
  log.warn(`the public key of ${bank} has less than 3072 bits: ask the bank for a longer one`)
watchSecretFiles(context.metrics, process.env)
const app = await createApp(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: config.METRICS_PORT,
  host: config.METRICS_HOST,
  log,
})
await app.listen({ port: config.PORT, host: config.HOST })
const snap = config.SNAP_PORT === 0 ? null : await createSnapApp(context)
await snap?.listen({ port: config.SNAP_PORT, host: config.SNAP_HOST })
const delayMs = config.STOP_DELAY_SECONDS * 1000
const limitMs = config.STOP_LIMIT_SECONDS * 1000
onShutdown(
  log,
  async () => {
    await Promise.all([app, ...(snap ? [snap] : [])].map((one) => drain(one, { delayMs, limitMs })))
    await Promise.all([
      context.db.close(),
      context.replica?.close(),
      context.renderer.close(),
      metrics.close(),
    ])
  },
  delayMs + limitMs + 4_000,
)
