import type { Context } from '../../context.ts'
import type { Bank } from '../../outside/bank/banks.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { lockLender } from './lender-settings.ts'

/** A virtual account number. `methodPayment` 1 is BNI, 2 the other bank (specification, section 9). */
export type VirtualAccount = {
  /** The account number, 15 digits. */
  number: string
  methodPayment: 1 | 2
  bankCode: string
  bankName: string
  /** The account name that the bank shows. */
  accountName: string
}

/**
 * Assigns a virtual account to a lender. A number belongs to one lender forever (invariant I14), and a lender has one
 * open number per payment method. Repeating the same assignment changes nothing.
 * @throws Error if no bank routes the number to us, it belongs to another lender or was ended, or the lender has one
 *   for this payment method.
 */
export const assignVirtualAccount = mutation<
  Context,
  { lenderId: number } & VirtualAccount,
  { assigned: boolean }
>({
  operation: 'assignVirtualAccount',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, number, methodPayment, bankCode, bankName, accountName }, { context }) {
    assertRouted(context.banks, number, methodPayment)
    const { state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') throw new Error(`The account of lender ${lenderId} is closed.`)
    const subject = `lender:${lenderId}`
    const assigned = await run(
      tx,
      'lenders.profile.assign_va',
      `insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [number, lenderId, methodPayment, bankCode, bankName, accountName],
    )
    if (assigned === 1) return { answer: { assigned: true }, subject, detail: { methodPayment } }
    const known = await maybe<{ lenderId: number; methodPayment: number; ended: boolean }>(
      tx,
      'lenders.profile.va',
      `select lender_id as "lenderId", method_payment as "methodPayment", ended_at is not null as ended
         from lender_virtual_account where number = $1`,
      [number],
    )
    if (!known) throw new Error(`The lender has a virtual account for method ${methodPayment} already.`)
    if (known.lenderId !== lenderId) throw new Error(`The virtual account ${number} is another lender's.`)
    if (known.ended) throw new Error(`The virtual account ${number} was ended and stays so.`)
    if (known.methodPayment !== methodPayment)
      throw new Error(`The virtual account ${number} is there for method ${known.methodPayment}.`)
    return { answer: { assigned: false }, subject }
  },
})

/** Rejects numbers that no configured bank routes to us, because payments to them would be lost. */
function assertRouted(banks: readonly Bank[], number: string, methodPayment: 1 | 2): void {
  const bank = banks.find((one) => one.methodPayment === methodPayment)
  if (!bank) throw new Error(`No bank is configured for method ${methodPayment} (setting BANKS_FILE).`)
  const { serviceIds } = bank.inbound
  if (!serviceIds.some((service) => number.startsWith(service)))
    throw new Error(
      `${bank.name} routes no number ${number} to us: those of method ${methodPayment} begin with ${serviceIds.join(' or ')}.`,
    )
}

/**
 * Closes a virtual account: it is no longer shown. Later payments to it still belong to the lender.
 * @throws Error if the lender has no such number.
 */
export const endVirtualAccount = mutation<Context, { lenderId: number; number: string }, { ended: boolean }>({
  operation: 'endVirtualAccount',
  permit: ['operator'],
  withoutSecondPair: 'it takes away a way to pay in',
  async run(tx, { lenderId, number }) {
    await lockLender(tx, lenderId)
    const ended = await run(
      tx,
      'lenders.profile.end_va',
      `update lender_virtual_account set ended_at = app_now()
        where number = $1 and lender_id = $2 and ended_at is null`,
      [number, lenderId],
    )
    const known = await maybe(
      tx,
      'lenders.profile.own_va',
      'select number from lender_virtual_account where number = $1 and lender_id = $2',
      [number, lenderId],
    )
    if (!known) throw new Error(`The lender has no virtual account ${number}.`)
    return { answer: { ended: ended === 1 }, subject: `lender:${lenderId}` }
  },
})

/** The open virtual accounts of a lender by payment method. */
export function virtualAccountsOf(db: Queryable, lenderId: number): Promise<VirtualAccount[]> {
  return many<VirtualAccount>(
    db,
    'lenders.profile.vas',
    `select number, method_payment as "methodPayment", bank_code as "bankCode", bank_name as "bankName",
            account_name as "accountName"
       from lender_virtual_account where lender_id = $1 and ended_at is null order by method_payment`,
    [lenderId],
  )
}
