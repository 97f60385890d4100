import type { TimedAcknowledgement } from '../faults/load.ts'
import { compare, type Funded } from '../faults/verdict.ts'

export type RecoveryPoint = {
  /** Number of fundings that were acknowledged up to the moment that was wanted. */
  acknowledged: number
  /** Those of them that the restored database does not have. */
  missing: number
  /** Restored fundings whose requests were sent only after the moment. */
  beyond: number
  /** Restored fundings whose requests were sent after one that is missing was acknowledged: something between is gone. */
  holes: number
  doubled: number
  /** Seconds from the first acknowledgement that is missing to the last one; 0 where none is missing. */
  lostSeconds: number
}

/**
 * Compares what was acknowledged with a restored database. A funding was committed between its first request and its
 * answer, so whatever was answered before a moment has to be there, and whatever was asked for after it must not.
 * @param until the moment that was restored, milliseconds since 1970; Infinity for all that was archived
 */
export function recoveryPoint(
  acknowledgements: readonly TimedAcknowledgement[],
  funded: readonly Funded[],
  until: number,
): RecoveryPoint {
  const expected = acknowledgements.filter(({ at }) => at <= until)
  const { doubled } = compare(expected, funded)
  const tokens = new Map(funded.map((row) => [row.docToken, row]))
  const isThere = ({ docToken, amount }: TimedAcknowledgement) => tokens.get(docToken)?.amount === amount
  const missing = expected.filter((one) => !isThere(one)).map(({ at }) => at)
  const firstMissing = missing.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY)
  const last = expected.reduce((latest, { at }) => Math.max(latest, at), 0)
  const there = acknowledgements.filter(isThere)
  return {
    acknowledged: expected.length,
    missing: missing.length,
    beyond: there.filter(({ askedAt }) => askedAt > until).length,
    holes: there.filter(({ askedAt }) => askedAt > firstMissing).length,
    doubled,
    lostSeconds: missing.length === 0 ? 0 : (last - firstMissing) / 1000,
  }
}

/**
 * Whether a restore is right: up to a moment exactly what was acknowledged until then, and to the end of the archive
 * everything up to some point, without a hole.
 */
export const isRight = ({ missing, beyond, holes, doubled }: RecoveryPoint, until: number): boolean =>
  beyond === 0 && holes === 0 && doubled === 0 && (missing === 0 || until === Number.POSITIVE_INFINITY)
