import { forgetOld } from '../auth/index.ts'
import { authJobs } from '../auth/jobs.ts'
import { sealAudit } from '../platform/audit/seal.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isUniqueViolation } from '../platform/db/failures.ts'
import { startWorker } from '../platform/jobs/worker.ts'
import { signingJobs } from '../signing/jobs.ts'
import { onStop, startProcess } from './process.ts'

/** The process that does what is left after an answer. As many of them may run as one likes. */
const context = await startProcess()
const worker = startWorker(context.db, { ...authJobs(context), ...signingJobs(context) }, context.log)

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
  forgetOld(context.db).catch((error: unknown) => {
    context.log.error({ err: error }, 'what is over was not forgotten')
  })
void forget()
const forgetting = setInterval(forget, 3_600_000)

onStop(async () => {
  sealing = false
  clearInterval(forgetting)
  await Promise.all([worker.stop(), sealer])
  await context.db.close()
})
context.log.info('worker ready')
