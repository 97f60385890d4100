import type { Context } from '../context.ts'
import { anchorHead, anchoringOf, lastAnchored } from '../platform/audit/anchoring.ts'
import { ChainCut, type Reach, type Seen, sealWithin } from '../platform/audit/seal.ts'
import { isUniqueViolation } from '../platform/db/failures.ts'
import { named } from '../platform/fail-points.ts'
import { logFailure } from '../platform/log/log-failure.ts'

const secondsBetweenFullSeals = 3600
const secondsBetweenLateSeals = 60
const secondsBetweenAnchorChecks = 60
const secondsBetweenReminders = 60

/**
 * Starts sealing: new audit rows every second, those of long transactions once a minute, all that are unsealed once an
 * hour; the head is signed every few minutes. What was sealed before, by this process or up to the last signed head in
 * the file, must still be in the chain, otherwise nothing is sealed or signed.
 */
export function startSealer(context: Context) {
  let sealing = true
  const seen: Seen = { head: null }
  let said = ''
  const work = (async () => {
    for (let pass = 0; sealing; pass += 1) {
      try {
        await named(context, 'task seal', () => seal(context, pass, seen))
      } catch (error) {
        // Another worker has sealed the same rows first, which does no harm. A chain that was cut stays cut.
        const isSaid =
          error instanceof ChainCut && error.message === said && pass % secondsBetweenReminders !== 0
        if (error instanceof ChainCut) said = error.message
        if (!isUniqueViolation(error) && !isSaid)
          logFailure(context.log, 'sealing the audit trail failed', { err: error })
      }
      await context.clock.sleep(1000)
    }
  })()
  return {
    stop(): Promise<void> {
      sealing = false
      return work
    },
  }
}

async function seal(context: Context, pass: number, seen: Seen): Promise<void> {
  const { db, auditKeys: keys } = context
  const anchoring = anchoringOf(context)
  seen.head ??= await lastAnchored(anchoring.places)
  await sealWithin(db, reachOf(pass), keys, seen)
  if (pass % secondsBetweenAnchorChecks !== 0) return
  const anchor = await anchorHead(anchoring)
  // Whatever the level of the log is: where the log is shipped to another machine, the head is out of reach there.
  if (anchor)
    context.log
      .child({ stream: 'audit' }, { level: 'info' })
      .info({ anchor }, 'signed head of the audit trail')
}

function reachOf(pass: number): Reach {
  if (pass % secondsBetweenFullSeals === 0) return 'ALL'
  return pass % secondsBetweenLateSeals === 0 ? 'LATE' : 'NEWEST'
}
