import type { Context } from '../../context.ts'
import {
  AccountFull,
  cashAccountKey,
  cashAccountsOf,
  type Journal,
  openAccount,
  postMany,
} from '../../books/index.ts'
import { run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { type BankCode, banks } from './banks.ts'
import type { KnownPayment } from './payment-names.ts'
import { insertTopUps } from './payment-store.ts'
import { largestBalance } from './plausible.ts'

/** A payment that an operator recorded, and that waits for the bank's word. */
export type Intended = Pick<KnownPayment, 'id' | 'bank' | 'paymentRequestId' | 'amount'> & {
  intendedFor: number
  /** The line of the bank's statement that confirms it, if no notice does. */
  lineId?: string | undefined
}

/** Whether nobody is credited with a payment that an operator recorded, because the bank has not confirmed it. */
export const isIntended = (payment: KnownPayment): payment is KnownPayment & Intended =>
  payment.intendedFor !== null

/**
 * Credits payments that waited for the bank's word. What a lender's account cannot take waits on, as money that is
 * there. The caller has locked the names of the payments, and read under that lock that they wait.
 */
export async function creditConfirmed(
  tx: Transaction,
  context: Context,
  confirmed: readonly Intended[],
): Promise<void> {
  if (confirmed.length === 0) return
  const { random } = context
  const clearing = await openFor(tx, context, 'BANK_CLEARING', confirmed)
  const owners = confirmed.map(({ intendedFor, bank }) => ({
    lenderId: intendedFor,
    methodPayment: banks[bank],
  }))
  const cash = await cashAccountsOf(tx, owners)
  const outcomes = await postMany(
    tx,
    confirmed.map(({ id, bank, amount, intendedFor }): Journal => {
      const account = cash.get(cashAccountKey({ lenderId: intendedFor, methodPayment: banks[bank] }))
      const movement = {
        debit: required(clearing.get(bank), 'INTERNAL'),
        credit: required(account, 'INTERNAL'),
        amount,
      }
      return {
        id: random.uuid(),
        kind: 'TOP_UP',
        ref: id,
        movements: [movement],
        newId: random.uuid,
        maxBalance: largestBalance,
      }
    }),
  )
  const broken = outcomes.find((outcome) => outcome !== null && !(outcome instanceof AccountFull))
  if (broken) throw broken
  const credited = confirmed.filter((_, place) => outcomes[place] === null)
  await run(
    tx,
    'cash.deposit.end_confirmed',
    `update bank_suspense s set ended_at = app_now(), lender_id = s.intended_for, line_id = row.line_id
       from unnest($1::uuid[], $2::uuid[]) as row (payment_id, line_id) where s.payment_id = row.payment_id`,
    [credited.map(({ id }) => id), credited.map(({ lineId }) => lineId ?? null)],
  )
  await insertTopUps(
    tx,
    credited.map(({ id, bank, paymentRequestId, amount, intendedFor: lenderId }) => ({
      ...{ id, bank, paymentRequestId, amount, lenderId },
    })),
  )
  const full = confirmed.filter((_, place) => outcomes[place] !== null)
  await keepInSuspense(tx, context, full, clearing)
}

/** Puts confirmed money into suspense that its lender's account cannot take. */
async function keepInSuspense(
  tx: Transaction,
  context: Context,
  full: readonly Intended[],
  clearing: ReadonlyMap<BankCode, number>,
): Promise<void> {
  if (full.length === 0) return
  const suspense = await openFor(tx, context, 'SUSPENSE', full)
  await run(
    tx,
    'cash.deposit.keep_in_suspense',
    `update bank_suspense set reason = 'BALANCE_LIMIT', intended_for = null where payment_id = any($1::uuid[])`,
    [full.map(({ id }) => id)],
  )
  const { random } = context
  const journals = full.map(({ id, bank, amount }): Journal => {
    const debit = required(clearing.get(bank), 'INTERNAL')
    const movements = [{ debit, credit: required(suspense.get(bank), 'INTERNAL'), amount }]
    return { id: random.uuid(), kind: 'SUSPENSE', ref: id, movements, newId: random.uuid }
  })
  for (const breach of await postMany(tx, journals)) if (breach) throw breach
}

/** Opens the accounts of this kind for the banks of these payments. */
export async function openFor(
  tx: Transaction,
  { random }: Context,
  kind: 'BANK_CLEARING' | 'SUSPENSE',
  payments: readonly { bank: BankCode }[],
): Promise<Map<BankCode, number>> {
  const named = [...new Set(payments.map(({ bank }) => bank))].toSorted()
  const opened = new Map<BankCode, number>()
  for (const bank of named) opened.set(bank, await openAccount(tx, random.id(), kind, banks[bank]))
  return opened
}
