import type { Context } from '../../context.ts'
import { type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { transferFeeOf } from './fee.ts'
import { placeWithdrawals } from './place-withdrawals.ts'
import { type NewWithdrawal, orderedReasons } from './store.ts'

/** Where an ordered withdrawal goes, and of what; whole rupiah. */
export type Destination = {
  /** What leaves the cash account, the fee included. */
  total: number
  accountVersion: number
  bankCode: string
  /** Null for the lender's own registered account. */
  heir: { estateId: string; heir: number; gone: number } | null
}

export type WithdrawalOrder = {
  lenderId: number
  methodPayment: 1 | 2
  account: number
  document: string
  /** What there was to return or to divide. */
  basis: number
  /** The platform then pays the bank's fee, outside of the lender's cash. */
  feeByPlatform: boolean
}

/** A withdrawal that was ordered; whole rupiah. */
export type Ordered = { id: string; amount: number; fee: number; heir: number | null }

const orderedColumns = {
  withdrawalId: 'uuid',
  orderId: 'uuid',
  lenderId: 'bigint',
  document: 'text',
  estateId: 'uuid',
  heir: 'integer',
  basis: 'bigint',
  gone: 'bigint',
} as const

/**
 * Orders withdrawals by a document: they are held and sent like those that lenders ask for, also below their least. What
 * its fee would use up is left where it is. The caller has locked the account and checked that the money is free.
 * @throws Refusal WITHDRAWAL_UNAVAILABLE
 */
export async function orderWithdrawals(
  tx: Transaction,
  context: Context,
  order: WithdrawalOrder,
  destinations: readonly Destination[],
): Promise<Ordered[]> {
  const { lenderId, methodPayment, document, basis } = order
  const { random } = context
  const placed = destinations.flatMap(({ total, accountVersion, bankCode, heir }) => {
    const { fee: bankFee, transferType } = transferFeeOf(context, methodPayment, bankCode)
    const fee = order.feeByPlatform ? 0 : bankFee
    if (total <= fee) return []
    const reason = heir === null ? orderedReasons.idleCash : orderedReasons.heirs
    const amounts = { asked: total, amount: total - fee, fee }
    const withdrawal: NewWithdrawal = {
      ...{ lenderId, id: random.uuid(), methodPayment, transferType, reason, accountVersion },
      ...amounts,
    }
    return [{ withdrawal, heir }]
  })
  if (placed.length === 0) return []
  await placeWithdrawals(
    tx,
    context,
    order.account,
    placed.map(({ withdrawal }) => withdrawal),
  )
  const orderId = random.uuid()
  await insertOrdered(
    tx,
    placed.map(({ withdrawal: { id }, heir }) => ({
      ...{ withdrawalId: id, orderId, lenderId, document, basis },
      ...(heir ?? { estateId: null, heir: null, gone: 0 }),
    })),
  )
  return placed.map(({ withdrawal: { id, amount, fee }, heir }) => ({
    ...{ id, amount, fee },
    heir: heir?.heir ?? null,
  }))
}

type OrderedRow = {
  withdrawalId: string
  orderId: string
  lenderId: number
  document: string
  estateId: string | null
  heir: number | null
  basis: number
  gone: number
}

const insertOrdered = (tx: Queryable, rows: readonly OrderedRow[]): Promise<number> =>
  run(
    tx,
    'cash.withdrawal.insert_ordered',
    `insert into ordered_withdrawal (${columnNames(orderedColumns)}) select * from ${unnestRows(orderedColumns)}`,
    manyRows(orderedColumns, rows),
  )
