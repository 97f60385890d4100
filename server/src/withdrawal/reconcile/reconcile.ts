import type { Context } from '../../context.ts'
import { BankUnavailable, type BankLine } from '../../outside/bank/port.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { mutation, perform } from '../../platform/mutation.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import { referenceOf } from '../follow.ts'
import { compareWithBank } from './compare.ts'
import { keepReconciliation, openDays, ourTransfers, type Reconciliation, spanOf } from './store.ts'

const keep = mutation<Context, Reconciliation, null>({
  operation: 'reconcileBank',
  permit: ['system', 'operator'],
  async run(tx, done) {
    await keepReconciliation(tx, done)
    const { methodPayment, day, transfers, amount, differences } = done
    return {
      answer: null,
      subject: `bank:${methodPayment}:${day}`,
      detail: { transfers, amount, differences: differences.length },
    }
  },
})

type ReconcileDay = {
  methodPayment: 1 | 2
  day: BusinessDate
  actor: Actor
  /** Compares, and keeps nothing. */
  dryRun?: boolean
}

/** Clocks of two houses differ, and a transfer at midnight is dated by either. */
const marginMs = 3_600_000

/**
 * Compares the withdrawals of a day with the bank's own list, and keeps what came of it.
 * @throws BankUnavailable; Refusal WITHDRAWAL_UNAVAILABLE where no such bank pays for us.
 */
export async function reconcileDay(
  context: Context,
  { methodPayment, day, actor, dryRun = false }: ReconcileDay,
): Promise<Reconciliation> {
  const bank = context.payers.get(methodPayment)
  if (!bank) throw new Refusal('WITHDRAWAL_UNAVAILABLE')
  const { begin, end, since } = await spanOf(context.db, methodPayment, day)
  const lines = await bank.statement(new Date(since.getTime() - marginMs), new Date(end.getTime() + marginMs))
  const onDay = ({ at }: BankLine) => at >= begin && at < end
  const named = lines.flatMap(({ reference }) => idOf(reference) ?? [])
  const ours = await ourTransfers(context.db, methodPayment, { begin, end }, named)
  const differences = compareWithBank(
    ours.map(({ id, ...row }) => ({ ...row, reference: referenceOf(id) })),
    lines.map((line) => ({ ...line, onDay: onDay(line) })),
  )
  const transfers = lines.filter((line) => line.type === 'DEBIT' && onDay(line))
  const amount = transfers.reduce((sum, line) => sum + line.amount, 0)
  const done = { methodPayment, day, transfers: transfers.length, amount, differences }
  if (!dryRun) await perform(context, keep, { actor, input: done })
  for (const difference of differences) {
    context.log.error({ methodPayment, day, ...difference }, 'our books and the bank’s list differ')
  }
  return done
}

/** The id of a withdrawal in the bank's words; undefined where it is none of ours by its looks. */
function idOf(reference: string | null): string | undefined {
  if (reference === null || !/^[0-9a-f]{32}$/.test(reference)) return undefined
  return reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * What a worker does by itself, again and again: compares with each bank the days that have been over for
 * DAY_CLOSE_AFTER_HOURS. A bank that is away is asked the next time.
 * @returns how many days were compared.
 */
export async function reconcileWhatIsOver(context: Context, signal?: AbortSignal): Promise<number> {
  let compared = 0
  for (const methodPayment of context.payers.keys()) {
    for (const day of await openDays(context.db, methodPayment, context.config.DAY_CLOSE_AFTER_HOURS)) {
      if (signal?.aborted) return compared
      try {
        await reconcileDay(context, { methodPayment, day, actor: { kind: 'system' } })
        compared += 1
      } catch (error) {
        if (!(error instanceof BankUnavailable)) throw error
        context.log.warn({ err: error, methodPayment, day }, 'the bank is away, comparing later')
        break
      }
    }
  }
  return compared
}
