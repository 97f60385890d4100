import type { Context } from '../../context.ts'
import { bankOf } from '../deposit/index.ts'
import { type BankStatement, BankUnavailable, type PayingBank } from '../../outside/bank/port.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import {
  type StoredDifference,
  storeDifferences,
  listDifferences,
  openSubjects,
  lockBankComparison,
} from './differences.ts'
import { completeListed, nameOrderedLines } from '../disbursement-order/index.ts'
import { checkBalance } from '../withdrawal/index.ts'
import { creditListed } from './credit-listed.ts'
import { differencesOf } from './history.ts'
import { type BankList, storeBalance, storeLines, matchByReference } from './lines.ts'
import { matchByRemark, namesOfLines } from './movements.ts'
import { parseSubjects, subjectOf, type Subjects } from './subjects.ts'
import { comparedUntil, type DaySums, recordDay, openDays, spanOf, subjectsOf, sumsOf } from './store.ts'

/** The result of comparing a day, whole rupiah: `differences` are the new ones, `open` all open ones of this bank. */
export type Reconciliation = DaySums & {
  methodPayment: 1 | 2
  day: BusinessDate
  /** How many loans were disbursed by their lines. */
  disbursed: number
  differences: StoredDifference[]
  open: StoredDifference[]
}

type BankReport = {
  methodPayment: 1 | 2
  day: BusinessDate
  lists: readonly BankList[]
  balance: BankStatement['balance']
}

const reconcileBank = mutation<Context, BankReport, Reconciliation>({
  operation: 'reconcileBank',
  permit: ['system', 'operator'],
  withoutSecondPair: 'it takes what the bank itself reports',
  async run(tx, { methodPayment, day, lists, balance }, { context }) {
    const newId = () => context.random.uuid()
    await lockBankComparison(tx, methodPayment)
    for (const list of lists) await storeLines(tx, methodPayment, list, newId)
    if (balance) {
      await storeBalance(tx, methodPayment, balance)
      await checkBalance(tx, context, { methodPayment, ...balance })
    }
    const span = { ...(await spanOf(tx, methodPayment, day)), methodPayment, bank: bankOf(methodPayment) }
    const { LOANS_THROUGH: loansThrough, BANK_LINE_DAYS: days } = context.config
    await matchByReference(tx, { ...span, from: span.since, until: span.end })
    await creditListed(tx, context, { methodPayment })
    await nameOrderedLines(tx, { methodPayment, from: span.since, until: span.end })
    await matchByRemark(tx, { methodPayment, loansThrough, from: span.since, until: span.end })
    const disbursed = await completeListed(tx, context, { methodPayment })
    const subjects = mergeSubjects(
      await subjectsOf(tx, { ...span, loansThrough, dueBefore: dueTransfers(span.end, days) }),
      parseSubjects(await openSubjects(tx, methodPayment)),
    )
    const differences = await refresh(tx, context, { methodPayment, day, dueBefore: span.end }, subjects)
    const done = { methodPayment, day, ...(await sumsOf(tx, span)), disbursed, differences }
    await recordDay(tx, done)
    const open = await listDifferences(tx, { methodPayment, all: false })
    const { transfers, amount, payments, received } = done
    return {
      answer: { ...done, open },
      subject: `bank:${methodPayment}:${day}`,
      detail: {
        transfers,
        amount,
        payments,
        received,
        disbursed,
        differences: differences.length,
        open: open.length,
      },
    }
  },
})

type Refreshed = { methodPayment: 1 | 2; day: BusinessDate; dueBefore: Date }

/** The time before which repayments, disbursements and payouts must be listed. */
const dueTransfers = (before: Date, days: number): Date => new Date(before.getTime() - days * graceMs)

/** How many milliseconds a payment may be known before the bank's statement lists it. */
const graceMs = 86_400_000

/**
 * Compares these subjects, each with all its statement lines, and stores the differences.
 * @returns the new ones
 */
async function refresh(
  tx: Queryable,
  { config, random }: Pick<Context, 'config' | 'random'>,
  { methodPayment, day, dueBefore }: Refreshed,
  given: Subjects,
): Promise<StoredDifference[]> {
  const scope = {
    methodPayment,
    bank: bankOf(methodPayment),
    dueBefore: {
      withdrawals: dueBefore,
      payments: new Date(dueBefore.getTime() - graceMs),
      transfers: dueTransfers(dueBefore, config.BANK_LINE_DAYS),
    },
    loansThrough: config.LOANS_THROUGH,
  }
  const ofLines = await namesOfLines(tx, given.lines)
  const subjects = { ...given, transfers: [...new Set([...given.transfers, ...ofLines])] }
  return storeDifferences(tx, {
    methodPayment,
    day,
    subjects: [
      ...subjects.withdrawals.map(subjectOf.withdrawal),
      ...subjects.payments.map(subjectOf.payment),
      ...subjects.transfers.map(subjectOf.transfer),
      ...subjects.lines.map(subjectOf.line),
    ],
    found: await differencesOf(tx, scope, subjects),
    newId: () => random.uuid(),
  })
}

/** Compares subjects again after a correction. The caller has locked the bank's comparison. */
export async function compareAgain(
  tx: Queryable,
  context: Context,
  { methodPayment, subjects }: { methodPayment: 1 | 2; subjects: Partial<Subjects> },
): Promise<void> {
  const all = { withdrawals: [], payments: [], transfers: [], lines: [], ...subjects }
  const { today, until } = await comparedUntil(tx, methodPayment)
  await refresh(tx, context, { methodPayment, day: today, dueBefore: until }, all)
}

function mergeSubjects(a: Subjects, b: Subjects): Subjects {
  const both = (kind: keyof Subjects) => [...new Set([...a[kind], ...b[kind]])]
  return {
    withdrawals: both('withdrawals'),
    payments: both('payments'),
    transfers: both('transfers'),
    lines: both('lines'),
  }
}

type ReconcileDay = {
  methodPayment: 1 | 2
  day: BusinessDate
  actor: ActorOf<'operator' | 'system'>
  /** Whether to compare without writing. */
  dryRun?: boolean
}

/**
 * Time added before and after a day in milliseconds, because the bank's clock may differ from ours and a transfer at
 * midnight may have either date.
 */
const marginMs = 3_600_000
const dayMs = 86_400_000

/**
 * Compares our withdrawals and payments of a day with the bank's statement and stores the differences. The statements
 * of the previous days are read again, because banks backdate lines.
 * @throws BankUnavailable
 * @throws Refusal WITHDRAWAL_UNAVAILABLE if no bank is configured for this payment method.
 */
export async function reconcileDay(
  context: Context,
  { methodPayment, day, actor, dryRun = false }: ReconcileDay,
): Promise<Reconciliation> {
  const bank = context.payers.get(methodPayment)
  if (!bank) throw new Refusal('WITHDRAWAL_UNAVAILABLE')
  const { begin, end, since } = await spanOf(context.db, methodPayment, day)
  const input = { methodPayment, day, ...(await listsOf(bank, { begin, end, since })) }
  const done = await performerOf(dryRun)(context, reconcileBank, { actor, input })
  for (const { id, kind, subject, ours, theirs } of done.differences) {
    context.log.error(
      { methodPayment, day, difference: id, kind, subject, ours, theirs },
      'reconciliation difference found',
    )
  }
  return done
}

/** The bank's statements from `since` to shortly after the end of the day, one per day, and its newest balance. */
async function listsOf(
  bank: PayingBank,
  { begin, end, since }: { begin: Date; end: Date; since: Date },
): Promise<Pick<BankReport, 'lists' | 'balance'>> {
  const days = Math.ceil((begin.getTime() - since.getTime()) / dayMs)
  const lists: BankList[] = []
  let balance: BankStatement['balance'] = null
  for (let back = days; back >= 0; back -= 1) {
    const from = new Date(begin.getTime() - back * dayMs)
    const to = new Date(back === 0 ? end.getTime() + marginMs : from.getTime() + dayMs)
    const statement = await bank.statement(from, to)
    lists.push({ from, to, lines: statement.lines })
    balance = statement.balance ?? balance
  }
  return { lists, balance }
}

/**
 * The worker's periodic reconciliation of days that have been over for DAY_CLOSE_AFTER_HOURS. An unavailable bank is
 * retried the next time.
 * @returns how many days were compared
 */
export async function reconcileDueDays(context: Context, signal?: AbortSignal): Promise<number> {
  let compared = 0
  for (const methodPayment of context.payers.keys()) {
    const hoursAfter = context.config.DAY_CLOSE_AFTER_HOURS
    for (const day of await openDays(context.db, {
      methodPayment,
      bank: bankOf(methodPayment),
      hoursAfter,
    })) {
      if (signal?.aborted) return compared
      try {
        await reconcileDay(context, { methodPayment, day, actor: { kind: 'system' } })
        compared += 1
      } catch (error) {
        if (!(error instanceof BankUnavailable)) throw error
        context.log.warn({ err: error, methodPayment, day }, 'bank unavailable, reconciliation postponed')
        break
      }
    }
  }
  return compared
}
