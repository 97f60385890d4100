import type { Rupiah } from './arithmetic.ts'

/** The verdict on a request: accepted, or refused with one of the error codes in `because`. */
export type Verdict = { accepts: true } | { accepts: false; because: readonly string[] }

export const verdictOf = (broken: readonly (string | false)[]): Verdict => {
  const because = broken.filter((one) => one !== false)
  return because.length === 0 ? { accepts: true } : { accepts: false, because }
}

/**
 * Why nothing of a loan can be funded: it is not offered, or all of it is reserved and may be released again. The product
 * may hear later than the model that the last funding was signed.
 */
export const closedOrTaken = (state: string, outstanding: Rupiah): (string | false)[] => [
  state !== 'OFFERED' && 'LOAN_CLOSED',
  (state === 'OFFERED' || state === 'FUNDED') && outstanding === 0 && 'LOAN_TAKEN',
]

type FundingQuestion = { amount: Rupiah; cash: Rupiah; minimum: Rupiah; outstanding: Rupiah }

/**
 * The rules of a funding amount that a request breaks (specification, section 5); the exact remainder is always
 * allowed.
 */
export function brokenFundingRules({
  amount,
  cash,
  minimum,
  outstanding,
}: FundingQuestion): (string | false)[] {
  const isRest = amount > 0 && amount === outstanding
  return [
    amount > cash && 'CASH_TOO_LOW',
    !isRest && amount < minimum && 'FUNDING_BELOW_MINIMUM',
    !isRest && amount > outstanding && 'FUNDING_ABOVE_OUTSTANDING',
    !isRest && amount <= outstanding && outstanding - amount < minimum && 'FUNDING_BAD_REMAINDER',
  ]
}

const leastWithdrawal = 100_000

/**
 * The broken rules of a withdrawal (specification, section 5; invariant I10): the fee is added, or deducted from the
 * amount when the whole balance is withdrawn.
 */
export function brokenWithdrawalRules(amount: Rupiah, cash: Rupiah, fee: Rupiah): (string | false)[] {
  return [
    amount > cash && 'WITHDRAWAL_ABOVE_BALANCE',
    amount < leastWithdrawal && 'WITHDRAWAL_BELOW_MINIMUM',
    amount < cash && amount + fee > cash && 'WITHDRAWAL_FEE_ABOVE_BALANCE',
  ]
}

export const sentOf = (amount: Rupiah, cash: Rupiah, fee: Rupiah): Rupiah =>
  amount === cash ? amount - fee : amount

/** How the sandbox's bank ends a transfer, by the last three digits of its amount (sandbox/src/bank/README.md). */
export function endOfTransfer(sent: Rupiah): 'PAID' | 'RETURNED' | 'LOST' | 'GIVEN_BACK' | 'EXCLUDED' {
  const ending = sent % 1000
  if (ending === 901 || ending === 907) return 'RETURNED'
  if (ending === 902 || ending === 905) return 'LOST'
  if (ending === 909) return 'GIVEN_BACK'
  // For these amounts the bank's statement shows a second payment or a wrong amount. The model excludes them.
  return [912, 913, 915].includes(ending) ? 'EXCLUDED' : 'PAID'
}
