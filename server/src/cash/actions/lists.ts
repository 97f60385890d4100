import type { WaitingThing } from '@pematang/contract/staff/today'
import { withdrawalNumber } from '@pematang/contract/format/reference-number'
import { maskNumber } from '@pematang/contract/format/mask-number'
import type { Queryable } from '../../platform/db/database.ts'
import { cutPage, oneMore, type Page, type Window } from '../../platform/pages.ts'
import { listConflicts } from '../deposit/conflicts.ts'
import { listSuspense } from '../deposit/suspense.ts'
import { openOrders } from '../disbursement-order/store.ts'
import { listDifferences } from '../reconciliation/differences.ts'
import { waitingBorrowerPayments } from '../reconciliation/borrower/store.ts'
import { withdrawalsUnderWay } from '../withdrawal/store.ts'
import { withdrawalState } from './telling.ts'

type Asked = { limit: number; after?: string | undefined }
type Act = WaitingThing['actions'][number]

const listOf =
  <Row extends { id: string }>(
    read: (db: Queryable, window: Window) => Promise<Row[]>,
    asThing: (row: Row) => Omit<WaitingThing, 'id'>,
  ) =>
  async (db: Queryable, asked: Asked): Promise<Page<WaitingThing>> => {
    const { rows, next } = cutPage(await read(db, oneMore(asked)), asked.limit, ({ id }) => id)
    return { rows: rows.map((row) => ({ id: row.id, ...asThing(row) })), next }
  }

const agoDays = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** Payments that the bank has and nobody is credited with. */
export const suspenseList = listOf(
  async (db, window) => (await listSuspense(db, window)).map((row) => ({ ...row, id: row.paymentId })),
  ({ paymentId, bank, paymentRequestId, number, amount, reason, toldAt }) => ({
    words: `${bank} ${paymentRequestId}${number === null ? '' : `, virtual account ${maskNumber(number.trim())}`} (${reason})`,
    amount,
    since: toldAt.toISOString(),
    about: { kind: 'PAYMENT', id: paymentId },
    actions:
      reason === 'UNCONFIRMED'
        ? [{ name: 'reverseTopUp', input: { payment: paymentId } }]
        : ['assignSuspense', 'returnSuspense'].map((name): Act => ({ name, input: { paymentId } })),
  }),
)

/** Payments of borrowers that fit no loan. */
export const borrowerSuspenseList = listOf(waitingBorrowerPayments, ({ lineId, name, amount, paidOn }) => ({
  words: `${name}, tanggal valuta ${paidOn}`,
  amount,
  since: `${paidOn}T00:00:00+07:00`,
  about: null,
  actions: ['assignBorrowerPayment', 'returnBorrowerPayment'].map(
    (action): Act => ({ name: action, input: { lineId } }),
  ),
}))

/** Payment notices that contradict each other. */
export const conflictList = listOf(
  (db, window) => listConflicts(db, { days: 36_500, ended: false, ...window }),
  ({ id, bank, paymentRequestId, amount, toldAmount, toldAt }) => ({
    words: `${bank} ${paymentRequestId}: semula Rp${amount}, kemudian Rp${toldAmount}`,
    amount: toldAmount,
    since: toldAt.toISOString(),
    about: null,
    actions: [{ name: 'resolveConflict', input: { conflictId: id } }],
  }),
)

export const differenceList = listOf(
  (db, window) => listDifferences(db, { methodPayment: null, all: false, ...window }),
  ({ id, methodPayment, kind, subject, ours, theirs, foundOn }) => ({
    words: `${methodPayment === 1 ? 'BNI' : 'Bank lain'} ${kind} ${subject}`,
    amount: Math.abs((theirs ?? 0) - (ours ?? 0)),
    since: `${foundOn}T00:00:00+07:00`,
    about: null,
    actions: [{ name: 'resolveBankDifference', input: { id } }],
  }),
)

/** Withdrawals that have not ended. */
export const withdrawalList = listOf(withdrawalsUnderWay, ({ id, state, amount, age }) => ({
  words: `${withdrawalNumber(id)}, ${withdrawalState(state)}`,
  amount,
  since: agoDays(age / 1440),
  about: { kind: 'WITHDRAWAL', id },
  actions:
    state === 'HELD'
      ? [{ name: 'stopWithdrawal', input: { id } }]
      : [
          { name: 'returnWithdrawal', input: { id } },
          { name: 'settleByLine', input: { withdrawalId: id } },
        ],
}))

/** Payments to borrowers that a bank was ordered and its statement has not. */
export const disbursementList = listOf(openOrders, ({ loanNumber, state, amount, age }) => ({
  words: `${loanNumber}, ${state}`,
  amount,
  since: agoDays(age / 24),
  about: { kind: 'LOAN', id: loanNumber },
  actions: [{ name: 'stopDisbursement', input: { loanNumber } }],
}))
