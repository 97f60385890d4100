import type { RefusalCode } from '@pematang/contract/catalogue'
import type { Context } from '../../context.ts'
import type { Destination } from '../../outside/bank/port.ts'
import { fundedSum } from '../../loans/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { bankQueue } from '../../outside/bank/queue.ts'
import { insertFile, insertOrders, type LoanToOrder, lockLoansToOrder, type NewOrder } from './store.ts'

/** The maximum of loans in one file, and in one transaction. */
export const mostOrders = 10_000

/** `by` FILE: the bank gets them as a file. TRANSFER: by its interface, one by one. */
export type OrderDisbursements = { loanNumbers: readonly string[]; by: 'FILE' | 'TRANSFER' }

export type OrderedDisbursements = {
  /** The file that lists them; null for transfers, and where all were refused. */
  fileId: string | null
  ordered: number
  /** Of all that were ordered, whole rupiah. */
  amount: number
  refused: { loanNumber: string; code: RefusalCode }[]
}

/**
 * Orders the bank of the loans to pay funded loans to their borrowers: each its total, to the account that is registered
 * now, under a reference of its own. Nothing is disbursed by that: the line of the bank's statement does it. Locks the
 * positions of the loans, so of two operators the second finds them ordered.
 * @returns with the refusals LOAN_NOT_FOUND, LOAN_NOT_FUNDED, LOAN_DISBURSED, LOAN_ORDERED, LOAN_ACCOUNT_MISSING
 * @throws Error for transfers where the bank is not registered for them
 */
export const orderDisbursements = mutation<Context, OrderDisbursements, OrderedDisbursements>({
  operation: 'orderDisbursements',
  permit: ['operator'],
  secondPair: { read: async (db, { loanNumbers }) => (await fundedSum(db, loanNumbers)).amount },
  async run(tx, { loanNumbers, by }, { context }) {
    const { random, config } = context
    const methodPayment = config.LOANS_THROUGH
    const numbers = [...new Set(loanNumbers)]
    if (numbers.length > mostOrders) throw new Refusal('INPUT_INVALID')
    const networkOf = by === 'TRANSFER' ? transferTypeOf(context, methodPayment) : () => null
    const loans = await lockLoansToOrder(tx, numbers)
    const fileId = by === 'FILE' ? random.uuid() : null
    const refused: OrderedDisbursements['refused'] = []
    const orders: NewOrder[] = []
    for (const loanNumber of numbers) {
      const loan = loans.get(loanNumber)
      const code = refusalOf(loan)
      if (code) refused.push({ loanNumber, code })
      else if (loan?.accountVersion && loan.bankCode !== null)
        orders.push({
          ...{ id: random.uuid(), loanId: loan.loanId, amount: loan.total, methodPayment, fileId },
          ...{ accountVersion: loan.accountVersion, transferType: networkOf(loan.bankCode) },
        })
    }
    const amount = sum(orders.map((order) => order.amount))
    const answer = { fileId: orders.length > 0 ? fileId : null, ordered: orders.length, amount, refused }
    if (orders.length > 0) {
      if (fileId !== null) await insertFile(tx, { id: fileId, methodPayment, orders: orders.length, amount })
      await insertOrders(tx, orders)
      await enqueue(
        tx,
        orders.flatMap(({ id }) =>
          fileId === null
            ? [{ id: random.uuid(), kind: 'disbursement.follow', payload: { orderId: id }, queue: bankQueue }]
            : [],
        ),
      )
    }
    const numbersOf = new Map([...loans.values()].map((loan) => [loan.loanId, loan.loanNumber]))
    return {
      answer,
      subject: 'loans',
      detail: {
        ...{ by, fileId, methodPayment, ordered: orders.length, amount, refused: refused.length },
        loans: orders.map(({ loanId }) => numbersOf.get(loanId)),
      },
    }
  },
})

function refusalOf(loan: LoanToOrder | undefined): RefusalCode | null {
  if (!loan) return 'LOAN_NOT_FOUND'
  if (['ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF'].includes(loan.status)) return 'LOAN_DISBURSED'
  if (loan.status !== 'FUNDED') return 'LOAN_NOT_FUNDED'
  if (loan.isOrdered) return 'LOAN_ORDERED'
  return loan.accountVersion === null ? 'LOAN_ACCOUNT_MISSING' : null
}

/** The network of a transfer to a bank, for a bank that takes disbursements by its interface. */
function transferTypeOf(
  { banks }: Context,
  methodPayment: 1 | 2,
): (bankCode: string) => Destination['transferType'] {
  const outbound = banks.find((bank) => bank.methodPayment === methodPayment)?.outbound
  if (!outbound?.disbursements)
    throw new Error(
      `Bank ${methodPayment} tidak menerima transfer kepada Penerima Dana (outbound.disbursements dalam BANKS_FILE): tulis berkasnya dengan --out.`,
    )
  return (bankCode) => (outbound.bankCode === bankCode ? 'IM' : 'INTERBANK')
}
