import { deleteExpiredAuthData } from '../lenders/auth/index.ts'
import { authJobs } from '../lenders/auth/jobs.ts'
import { deleteEmptyRounds, holdDueRound } from '../funding/auto/index.ts'
import { autoFundingJobs } from '../funding/auto/run-round.ts'
import { makeBooksChecker, watchBooks } from '../audit/check/index.ts'
import { bulkFundingJobs } from '../funding/bulk/jobs.ts'
import { collectAllReceivables } from '../cash/clearing/index.ts'
import { closeDueDays } from '../loans/credit-quality/index.ts'
import { watchDeposits } from '../cash/deposit/index.ts'
import { createMissingFactsheets } from '../documents/index.ts'
import { documentArchiveJobs } from '../reports/archive/jobs.ts'
import { cleanArchives } from '../reports/archive/retention.ts'
import { documentJobs } from '../documents/agreements/jobs.ts'
import { watchTimestamps } from '../documents/timestamp/metrics.ts'
import { documentJobKinds, jobQueues } from '../platform/jobs/job-queues.ts'
import { deleteOldEvents, noteLateLoans, raiseLoanNotices } from '../loans/notices/index.ts'
import { endOffersThatAreOver } from '../loans/offers/index.ts'
import { mandateJobs } from '../funding/mandate/jobs.ts'
import { foldListing, makeEntriesFolder } from '../funding/marketplace/index.ts'
import {
  deleteOldMessages,
  deleteOldNotices,
  prepareMessages,
  watchMessages,
} from '../lenders/notifications/index.ts'
import { notificationJobs } from '../lenders/notifications/messages/send.ts'
import { makePortfolioPacker, watchPortfolios } from '../reports/portfolio/index.ts'
import { anchoringOf, anchorJobs } from '../platform/audit/anchoring.ts'
import { makeAuditPartitions, watchAuditPartitions } from '../platform/audit/partitions.ts'
import { deleteOldKeys } from '../platform/commands/key-retention.ts'
import { emptyOwnAnswers } from '../platform/commands/own-answers.ts'
import { watchClock } from '../platform/jobs/clock-watch.ts'
import { watchJobs } from '../platform/jobs/job-metrics.ts'
import { startSweeper } from '../platform/jobs/sweep.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { watchPool } from '../platform/metrics/database-metrics.ts'
import { serveMetrics } from '../platform/metrics/metrics-server.ts'
import { reconcileDueDays } from '../cash/reconciliation/index.ts'
import { notifyMatches } from '../funding/saved-searches/index.ts'
import { signingJobs } from '../funding/signing/jobs.ts'
import { watchSigning } from '../funding/signing/metrics.ts'
import { watchTax } from '../cash/tax/index.ts'
import { deleteExpiredCalls } from '../cash/snap/retention.ts'
import { issueDueStatements, watchStatements } from '../reports/statements/index.ts'
import { withdrawalJobs } from '../cash/withdrawal/follow.ts'
import { watchWithdrawals } from '../cash/withdrawal/index.ts'
import { demoJobs } from '../../demo/documents.ts'
import { onShutdown, startService } from './process.ts'
import { repeat } from './repeat.ts'
import { startSealer } from './sealer.ts'

/** The process for background work: queued jobs and recurring tasks. Several of them may run concurrently. */
const context = await startService({ alsoNeeds: ({ auditKeys }) => auditKeys() })
const worker = startWorker(
  context.db,
  Object.values(jobQueues),
  {
    ...anchorJobs(anchoringOf(context)),
    ...authJobs(context),
    ...autoFundingJobs(context),
    ...bulkFundingJobs(context),
    ...demoJobs(context),
    ...documentArchiveJobs(context),
    ...documentJobs(context),
    ...mandateJobs(context),
    ...notificationJobs(context),
    ...signingJobs(context),
    ...withdrawalJobs(context),
  },
  context.log,
)

const sweeper = startSweeper(context, documentJobKinds)

const sealer = startSealer(context)
const books = makeBooksChecker(context)
const checkMs = context.config.BOOKS_CHECK_SECONDS * 1000

const { log } = context
const stopping = new AbortController()
const { signal } = stopping
const repeated = [
  repeat(context, 3_600_000, {
    'archive cleanup failed': () => cleanArchives(context),
    'retention cleanup failed': () =>
      Promise.all([
        deleteExpiredAuthData(context.db),
        deleteExpiredCalls(context.db),
        deleteOldNotices(context.db),
        deleteOldMessages(context.db),
        deleteEmptyRounds(context),
        deleteOldEvents(context.db),
      ]),
    'deleting old idempotency keys failed': () =>
      deleteOldKeys(context.db, context.config.IDEMPOTENCY_RETENTION_DAYS, signal),
    'making partitions of the audit trail failed': () => makeAuditPartitions(context.db),
    'emptying the answers of the next day failed': () => emptyOwnAnswers(context.db),
  }),
  repeat(context, 5_000, { 'watching the clock failed': watchClock(context) }),
  repeat(context, 5_000, { 'allocating loans to strategies failed': () => holdDueRound(context) }),
  repeat(context, 60_000, {
    'ending expired offers failed': () => endOffersThatAreOver(context, { signal }),
  }),
  repeat(context, 2_000, { 'updating the marketplace counts failed': () => foldListing(context) }),
  repeat(context, 2_000, { 'updating the marketplace entries failed': makeEntriesFolder(context) }),
  repeat(context, 2_000, { 'packing portfolios failed': makePortfolioPacker(context, signal) }),
  repeat(context, 2_000, { 'writing notices about loans failed': () => raiseLoanNotices(context, signal) }),
  repeat(context, 300_000, { 'looking for late loans failed': () => noteLateLoans(context) }),
  repeat(context, 60_000, {
    'comparing saved searches failed': () => notifyMatches(context, signal),
  }),
  repeat(context, 2_000, { 'preparing notifications failed': () => prepareMessages(context, signal) }),
  repeat(context, 10_000, {
    'creating missing factsheets failed': () => createMissingFactsheets(context, signal),
  }),
  repeat(context, 600_000, {
    'closing past days failed': () => closeDueDays(context, signal),
    'issuing statements failed': async () => {
      const { failed } = await issueDueStatements(context, { actor: { kind: 'system' }, signal })
      if (failed > 0) throw new Error(`${failed} statements of account were not issued`)
    },
    'reconciliation failed': () => reconcileDueDays(context, signal),
  }),
  ...(checkMs === 0
    ? []
    : [
        repeat(context, checkMs, { 'checking the changes of the books failed': () => books.changes() }),
        repeat(context, 60_000, { 'checking the whole books failed': () => books.whole() }),
      ]),
  repeat(context, 15_000, { 'collecting receivables failed': () => collectAllReceivables(context) }),
]

watchPool(context.db, context.metrics)
watchJobs(context.db, context.metrics)
watchSigning(context)
watchTimestamps(context)
watchWithdrawals(context)
watchDeposits(context)
watchTax(context)
watchAuditPartitions(context)
watchBooks(context)
watchMessages(context)
watchStatements(context)
watchPortfolios(context)
const metrics = await serveMetrics({
  metrics: context.metrics,
  port: context.config.WORKER_METRICS_PORT,
  host: context.config.METRICS_HOST,
  log,
})

onShutdown(log, async () => {
  stopping.abort()
  await Promise.all([worker.stop(), sweeper.stop(), sealer.stop(), ...repeated.map((stop) => stop())])
  await Promise.all([context.db.close(), metrics.close()])
})
log.info('worker ready')
