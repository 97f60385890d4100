import type { Context } from '../../context.ts'
import { BankUnavailable } from '../../outside/bank/port.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type BalanceCheck, checkBalance, isShort, sinceCheck } from './bank-balance.ts'

/** How long a balance that agreed is good: reading the books for it takes long in large ones. */
const goodForSeconds = 3_300

/**
 * Asks each bank for the balance of our account and compares it with the books: every hour, and at each call while a bank
 * is short, so that withdrawals go on as soon as it agrees.
 * @returns the comparisons that were made
 */
export async function watchBalances(context: Context, signal?: AbortSignal): Promise<BalanceCheck[]> {
  const { db, log } = context
  const checks: BalanceCheck[] = []
  for (const [methodPayment, bank] of context.payers) {
    if (signal?.aborted) return checks
    const wasShort = await isShort(db, methodPayment)
    const since = await sinceCheck(db, methodPayment)
    if (!wasShort && since !== null && since < goodForSeconds) continue
    try {
      const now = context.clock.now()
      const { balance } = await bank.statement(new Date(now.getTime() - 60_000), now)
      if (balance === null) continue
      const check = await inTransaction(db, { repeatable: false }, (tx) =>
        checkBalance(tx, context, { methodPayment, ...balance }),
      )
      report(context, check, wasShort)
      checks.push(check)
    } catch (error) {
      if (!(error instanceof BankUnavailable)) throw error
      log.warn({ err: error, methodPayment }, 'bank unavailable, balance not compared')
    }
  }
  return checks
}

function report({ log }: Context, check: BalanceCheck, wasShort: boolean): void {
  const { amount, expected } = check
  if (amount < expected)
    log.error({ ...check, missing: expected - amount }, 'bank has less than the books, withdrawals wait')
  else if (wasShort) log.info(check, 'bank agrees with the books again, withdrawals go on')
}
