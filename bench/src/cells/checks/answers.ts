import type { Outcome } from '../engine/cell.ts'
import type { Platform } from '../engine/platform.ts'
import { rowOf } from '../protocol/books.ts'
import type { ClientRecords, FundingRecord, WithdrawalRecord } from '../scenario/lender-clients.ts'

/** How a funding may end, seen at both cells. */
type End = 'refused' | 'expired' | 'settled' | 'cancelled' | 'disagreed'

/** The ends that a funding may have after its client's last answer. */
const endsAfter: Record<Outcome, readonly End[]> = {
  'in-process': ['refused', 'expired', 'settled', 'cancelled'],
  asked: ['refused', 'expired', 'settled', 'cancelled'],
  refused: ['refused'],
  reserved: ['expired', 'settled', 'cancelled'],
  expired: ['expired'],
  settling: ['settled', 'cancelled'],
  settled: ['settled', 'cancelled'],
  cancelled: ['cancelled'],
  refunded: ['cancelled'],
}

/** Nothing that a client was answered is lost, doubled or otherwise in the end. Only at rest. */
export function checkAnswers(platform: Platform, { fundings, withdrawals }: ClientRecords): string[] {
  return [
    ...fundings.flatMap((record) => checkFunding(platform, record)),
    ...withdrawals
      .filter((record) => !isAsAnswered(platform, record))
      .map(({ key, isSent }) => `${key} was answered ${isSent}, and is not so`),
  ]
}

const isAsAnswered = (platform: Platform, { key, lender, isSent }: WithdrawalRecord): boolean =>
  isSent === null || platform.cellOf(lender).books.withdrawals.get(key)?.isSent === isSent

function checkFunding(platform: Platform, record: FundingRecord): string[] {
  const answered = record.signed ?? record.outcome
  const end = endOf(platform, record)
  return answered === null || endsAfter[answered].includes(end)
    ? []
    : [`${record.key} was answered ${answered}, and is ${end} in the end`]
}

function endOf(platform: Platform, { key, lender, loan }: FundingRecord): End {
  const { fundings, keys } = platform.cellOf(lender).books
  const { decisions, loans } = platform.cellOf(loan).books
  const id = keys.get(key) ?? -1
  const ends = `${fundings.get(id)?.state ?? 'missing'}, ${decisions.get(id)?.state ?? 'missing'}`
  const isCancelled = rowOf(loans, loan).state === 'cancelled'
  if (ends === 'refused, refused' || ends === 'refused, missing') return 'refused'
  if (ends === 'expired, released') return 'expired'
  if (ends === 'settled, settled') return 'settled'
  // One that had expired here before its loan was cancelled there.
  if (ends === 'expired, cancelled' && isCancelled) return 'expired'
  return isCancelled && /^(cancelled|refunded), /.test(ends) ? 'cancelled' : 'disagreed'
}
