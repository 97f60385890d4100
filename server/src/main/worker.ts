import { startSweeper } from '../platform/jobs/sweep.ts'
import { startRepeats } from '../platform/jobs/repeat.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { load } from './collect.ts'
import { fileJobs } from './console/file-jobs.ts'
import { proposalMails } from './console/proposal-mails.ts'
import { everyDistrict, jobQueues, sweptHourly } from './districts.ts'
import { onShutdown, startService } from './process.ts'
import { startSealer } from './sealer.ts'
import { loadTodayLines } from './today/load-lines.ts'
import { morningMailJobs } from './today/mail.ts'
import { todayRepeats } from './today/repeats.ts'
import { jobsOf, repeatsOf } from './work.ts'

/** The process for background work: queued jobs and recurring tasks. Several of them may run concurrently. */
const context = await startService({ alsoNeeds: ({ auditKeys }) => auditKeys() })
const { log } = context
const stopping = new AbortController()
const [lines, jobs, repeats, metricsOf] = await Promise.all([
  loadTodayLines(),
  jobsOf(everyDistrict, context),
  repeatsOf(everyDistrict, context, stopping.signal),
  load(everyDistrict, ({ metrics }) => metrics?.worker),
])
const worker = startWorker(
  context.db,
  jobQueues,
  { ...jobs, ...morningMailJobs(context, lines), ...fileJobs(context), ...proposalMails(context) },
  log,
)
const sweeper = startSweeper(context, sweptHourly)
const sealer = startSealer(context)
const stopRepeats = startRepeats(context, [...repeats, ...todayRepeats(context, lines)], [sweeper])

for (const { part } of metricsOf) part.watch(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: context.config.WORKER_METRICS_PORT,
  host: context.config.METRICS_HOST,
  log,
})

onShutdown(log, async () => {
  stopping.abort()
  await Promise.all([worker.stop(), sweeper.stop(), sealer.stop(), stopRepeats()])
  context.callBack.close()
  await Promise.all([context.db.close(), metrics.close()])
})
log.info('worker ready')
