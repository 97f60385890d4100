import type { WithdrawalState } from '../store.ts'

/** What our books say of a withdrawal; whole rupiah. */
export type OurTransfer = {
  reference: string
  state: WithdrawalState
  amount: number
  /** It was paid on the day that is compared, so the bank has to have it. */
  due: boolean
}

/** What the bank's list says. `onDay` is false for lines beside the day, which only answer for what is due. */
export type TheirLine = { type: 'DEBIT' | 'CREDIT'; reference: string | null; amount: number; onDay: boolean }

/**
 * How books and list can differ. MISSING: paid here, not in the list. AMOUNT: another amount. TWICE: sent twice.
 * GIVEN_BACK: paid here, given back by the bank. PAID_AFTER_RETURN: paid by the bank, and the lender has his money back.
 * PAID_BUT_OPEN: paid by the bank, under way here. UNKNOWN: a transfer of the bank's that is none of ours.
 */
export type DifferenceKind =
  | 'MISSING'
  | 'AMOUNT'
  | 'TWICE'
  | 'GIVEN_BACK'
  | 'PAID_AFTER_RETURN'
  | 'PAID_BUT_OPEN'
  | 'UNKNOWN'

/** One difference. `ours` and `theirs` are amounts in whole rupiah, null where that side has none. */
export type Difference = {
  kind: DifferenceKind
  reference: string | null
  ours: number | null
  theirs: number | null
}

/** Every difference between the withdrawals of our books and the bank's list. */
export function compareWithBank(ours: readonly OurTransfer[], lines: readonly TheirLine[]): Difference[] {
  const known = new Map(ours.map((one) => [one.reference, one]))
  const theirs = Map.groupBy(
    lines.filter((line) => line.reference !== null && known.has(line.reference)),
    ({ reference }) => reference as string,
  )
  const differences = ours.flatMap((one) => differencesOf(one, theirs.get(one.reference) ?? []))
  const strangers = lines.filter(
    ({ onDay, type, reference }) =>
      onDay && type === 'DEBIT' && (reference === null || !known.has(reference)),
  )
  return [
    ...differences,
    ...strangers.map(({ reference, amount }) => ({
      kind: 'UNKNOWN' as const,
      reference,
      ours: null,
      theirs: amount,
    })),
  ]
}

function differencesOf(
  { reference, state, amount, due }: OurTransfer,
  lines: readonly TheirLine[],
): Difference[] {
  const debits = lines.filter(({ type }) => type === 'DEBIT')
  const back = lines.filter(({ type }) => type === 'CREDIT').reduce((sum, line) => sum + line.amount, 0)
  const sent = debits.reduce((sum, line) => sum + line.amount, 0)
  const told = (kind: DifferenceKind, theirs: number | null): Difference => ({
    kind,
    reference,
    ours: amount,
    theirs,
  })
  if (debits.length === 0) return state === 'PAID' && due ? [told('MISSING', null)] : []
  const found: Difference[] = []
  if (debits.length > 1) found.push(told('TWICE', sent))
  else if (sent !== amount) found.push(told('AMOUNT', sent))
  if (state === 'PAID' && back > 0) found.push(told('GIVEN_BACK', back))
  if (state === 'RETURNED' && sent > back) found.push(told('PAID_AFTER_RETURN', sent - back))
  if (state === 'HELD' || state === 'SENT') found.push(told('PAID_BUT_OPEN', sent))
  return found
}
