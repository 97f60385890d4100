import {
  type Restored as RestoredDatabase,
  restore,
  type RestoreOptions as OptionsOfRestore,
} from '../../../../deploy/cluster/backup/restore.ts'
import type { TimedAcknowledgement } from '../faults/load.ts'
import { fundedIn } from '../faults/verdict.ts'
import { isRight, type RecoveryPoint, recoveryPoint } from './recovery-point.ts'

export type RestoreOptions = OptionsOfRestore & {
  /** What was acknowledged, where it was recorded. */
  acknowledgements: readonly TimedAcknowledgement[]
}

export type Restored = Pick<RestoredDatabase<unknown>, 'seconds' | 'breaches'> & {
  /** Null where acknowledgements were not recorded. */
  point: RecoveryPoint | null
  /** Whether the books are whole, and what was acknowledged is there. */
  right: boolean
}

export async function restoreCompared({ acknowledgements, ...options }: RestoreOptions): Promise<Restored> {
  const until = options.to?.getTime() ?? Number.POSITIVE_INFINITY
  const {
    seconds,
    breaches,
    compared: point,
  } = await restore(options, async (db) =>
    acknowledgements.length === 0 ? null : recoveryPoint(acknowledgements, await fundedIn(db), until),
  )
  const right = breaches.length === 0 && (point === null || isRight(point, until))
  return { seconds, breaches, point, right }
}

export function describeRestored({ seconds, breaches, point }: Restored): string[] {
  const whole = seconds.files + seconds.log + seconds.audit
  return [
    ...(breaches.length === 0 ? ['The books are whole.'] : breaches),
    ...(point === null
      ? ['Acknowledgements were not recorded, so only the books were checked.']
      : [
          `Of ${point.acknowledged} fundings that were acknowledged until then, ${point.missing} are missing; ` +
            `${point.beyond} are from later, ${point.holes} are behind a hole, ${point.doubled} are there twice.`,
          `Recovery point: ${point.lostSeconds.toFixed(1)} s of acknowledged work before the last acknowledgement are missing.`,
        ]),
    `Recovery time: ${whole.toFixed(1)} s (files ${seconds.files.toFixed(1)}, log ${seconds.log.toFixed(1)}, audit ${seconds.audit.toFixed(1)}).`,
  ]
}
