import type { Mandate, MandateStanding } from '@pematang/contract/funding/mandate/endpoints'
import type { Context } from '../../context.ts'
import { documentPath } from '../../documents/index.ts'
import { findLenderFacts, grantedOf, type MandateRow, openOf } from './store.ts'

export async function readMandate({ db }: Pick<Context, 'db'>, lenderId: number): Promise<MandateStanding> {
  const [facts, open, latest] = await Promise.all([
    findLenderFacts(db, lenderId),
    openOf(db, lenderId),
    grantedOf(db, lenderId, 20),
  ])
  const find = (list: readonly MandateRow[], state: MandateRow['state']) => {
    const found = list.find((one) => one.state === state)
    return found ? shown(found) : null
  }
  return {
    canSign: facts.signsByHash,
    inForce: find(open, 'IN_FORCE'),
    // Of two waiting mandates the one requested later is shown, because it will be the one in force.
    waiting: find(open.toReversed(), 'WAITING'),
    ended: find(latest, 'ENDED'),
  }
}

function shown(row: MandateRow): Mandate {
  const { grantedAt, signBefore, endReason, endedAt } = row
  if (row.state === 'PREPARED' || !grantedAt || !signBefore)
    throw new Error(`mandate ${row.id} is not granted`)
  return {
    version: row.version,
    number: row.number,
    state: row.state,
    largestPerLoan: row.largestPerLoan,
    totalBudget: row.totalBudget,
    placed: row.placed,
    grantedAt: grantedAt.toISOString(),
    signBefore: signBefore.toISOString(),
    signedAt: row.signedAt?.toISOString() ?? null,
    validUntil: row.validUntil.toISOString(),
    ended: endReason && endedAt ? { reason: endReason, at: endedAt.toISOString() } : null,
    filepath: documentPath(row.documentId),
  }
}
