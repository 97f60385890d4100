import { forgetOld } from '../auth/index.ts'
import { authJobs } from '../auth/jobs.ts'
import { bulkFundingJobs } from '../bulk-funding/jobs.ts'
import { closeWhatIsOver } from '../credit-quality/index.ts'
import { documentJobs } from '../documents/jobs.ts'
import { sealAudit } from '../platform/audit/seal.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isUniqueViolation } from '../platform/db/failures.ts'
import { watchJobs } from '../platform/jobs/job-metrics.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { watchPool } from '../platform/metrics/database-metrics.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { signingJobs } from '../signing/jobs.ts'
import { forgetCalls } from '../snap/forget.ts'
import { withdrawalJobs } from '../withdrawal/follow.ts'
import { reconcileWhatIsOver, watchWithdrawals } from '../withdrawal/index.ts'
import { demoJobs } from './demo/papers.ts'
import { onStop, startProcess } from './process.ts'

/** The process that does what is left after an answer. As many of them may run as one likes. */
const context = await startProcess()
const worker = startWorker(
  context.db,
  {
    ...authJobs(context),
    ...bulkFundingJobs(context),
    ...demoJobs(context),
    ...documentJobs(context),
    ...signingJobs(context),
    ...withdrawalJobs(context),
  },
  context.log,
)

let sealing = true
const sealer = (async () => {
  while (sealing) {
    await inTransaction(context.db, { repeatable: true }, (tx) => sealAudit(tx)).catch((error: unknown) => {
      // Another worker sealed the same rows first.
      if (!isUniqueViolation(error)) context.log.error({ err: error }, 'the audit trail was not sealed')
    })
    await context.clock.sleep(1000)
  }
})()

const forget = () =>
  Promise.all([forgetOld(context.db), forgetCalls(context.db)]).catch((error: unknown) => {
    context.log.error({ err: error }, 'what is over was not forgotten')
  })
void forget()
const forgetting = setInterval(forget, 3_600_000)

const stopping = new AbortController()
let closing: Promise<unknown> = Promise.resolve()
const close = () => {
  closing = closing
    .then(() => closeWhatIsOver(context, stopping.signal))
    .catch((error: unknown) => context.log.error({ err: error }, 'a day was not closed'))
    .then(() => reconcileWhatIsOver(context, stopping.signal))
    .catch((error: unknown) => context.log.error({ err: error }, 'a day was not compared with the bank'))
}
close()
const closer = setInterval(close, 600_000)

watchPool(context.db, context.metrics)
watchJobs(context.db, context.metrics)
watchWithdrawals(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: context.config.WORKER_METRICS_PORT,
  host: context.config.METRICS_HOST,
  log: context.log,
})

onStop(context.log, async () => {
  sealing = false
  clearInterval(forgetting)
  clearInterval(closer)
  stopping.abort()
  await Promise.all([worker.stop(), sealer, closing])
  await Promise.all([context.db.close(), metrics.close()])
})
context.log.info('worker ready')
