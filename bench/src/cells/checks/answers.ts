import type { Platform } from '../engine/platform.ts'
import { rowOf } from '../protocol/books.ts'
import type { ClientRecords, FundingRecord, WithdrawalRecord } from '../scenario/lender-clients.ts'

/** Nothing that a client was answered is lost, doubled or otherwise in the end. */
export function checkAnswers(platform: Platform, { fundings, withdrawals }: ClientRecords): string[] {
  return [
    ...fundings.filter((record) => !isAsAnswered(platform, record)).map((one) => describe(platform, one)),
    ...withdrawals
      .filter((record) => !isSentAsAnswered(platform, record))
      .map(({ key, isSent }) => `${key} was answered ${isSent}, and is not so`),
  ]
}

const isSentAsAnswered = (platform: Platform, { key, lender, isSent }: WithdrawalRecord): boolean =>
  isSent === null || platform.cellOf(lender).books.withdrawals.get(key)?.isSent === isSent

/** How the client was last answered about a funding, and how it stands at both cells in the end. */
function standOf(platform: Platform, { key, lender, loan, outcome, signed }: FundingRecord) {
  const { books } = platform.cellOf(lender)
  const home = platform.cellOf(loan).books
  const id = books.keys.get(key)
  return {
    answered: signed ?? outcome,
    state: id === undefined ? 'missing' : rowOf(books.fundings, id).state,
    decided: (id === undefined ? undefined : home.decisions.get(id)?.state) ?? 'missing',
    isCancelled: rowOf(home.loans, loan).state === 'cancelled',
  }
}

function isAsAnswered(platform: Platform, record: FundingRecord): boolean {
  const { answered, state, decided, isCancelled } = standOf(platform, record)
  const isSettled = state === 'settled' && decided === 'settled'
  const isEnded = isCancelled && (state === 'cancelled' || state === 'refunded')
  switch (answered) {
    case null:
    case 'in-process':
      return true
    case 'refused':
      return state === 'refused' && (decided === 'refused' || decided === 'missing')
    case 'asked':
    case 'reserved':
      return isSettled || isEnded || state === 'expired'
    case 'settling':
    case 'settled':
      return isSettled || isEnded
    case 'expired':
      return state === 'expired' && decided !== 'settled'
    case 'cancelled':
    case 'refunded':
      return isEnded
  }
}

function describe(platform: Platform, record: FundingRecord): string {
  const { answered, state, decided } = standOf(platform, record)
  return `${record.key} was answered ${answered}, and is ${state} at its lender's cell and ${decided} at its loan's home`
}
