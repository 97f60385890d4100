import type { Context } from '../context.ts'
import { many, maybe, type Queryable, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { lockLender, ProfileFault } from './keep-lender.ts'

/** A number that a lender pays in to. `methodPayment` 1 is BNI, 2 the other bank (specification, section 9). */
export type VirtualAccount = {
  /** 15 digits. */
  number: string
  methodPayment: 1 | 2
  bankCode: string
  bankName: string
  /** In whose name the bank shows it. */
  accountName: string
}

/**
 * Gives a lender a virtual account. A number belongs to one lender for good (I14), and a lender has one at a time
 * for each way to pay; the same once more changes nothing.
 * @throws ProfileFault where the number is another's or was ended, or the lender has one for this way to pay.
 */
export const assignVirtualAccount = mutation<
  Context,
  { lenderId: number } & VirtualAccount,
  { assigned: boolean }
>({
  operation: 'assignVirtualAccount',
  permit: ['operator'],
  async run(tx, { lenderId, number, methodPayment, bankCode, bankName, accountName }) {
    await lockLender(tx, lenderId)
    const subject = `lender:${lenderId}`
    const assigned = await run(
      tx,
      'profile.assign_va',
      `insert into lender_virtual_account (number, lender_id, method_payment, bank_code, bank_name, account_name)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [number, lenderId, methodPayment, bankCode, bankName, accountName],
    )
    if (assigned === 1) return { answer: { assigned: true }, subject, detail: { methodPayment } }
    const known = await maybe<{ lenderId: number; methodPayment: number; ended: boolean }>(
      tx,
      'profile.va',
      `select lender_id as "lenderId", method_payment as "methodPayment", ended_at is not null as ended
         from lender_virtual_account where number = $1`,
      [number],
    )
    if (!known)
      throw new ProfileFault(`The lender has a virtual account for method ${methodPayment} already.`)
    if (known.lenderId !== lenderId)
      throw new ProfileFault(`The virtual account ${number} is another lender's.`)
    if (known.ended) throw new ProfileFault(`The virtual account ${number} was ended and stays so.`)
    if (known.methodPayment !== methodPayment)
      throw new ProfileFault(`The virtual account ${number} is there for method ${known.methodPayment}.`)
    return { answer: { assigned: false }, subject }
  },
})

/**
 * Ends a virtual account: it is no longer shown. What is still paid in to it is the lender's.
 * @throws ProfileFault where the lender has no such number.
 */
export const endVirtualAccount = mutation<Context, { lenderId: number; number: string }, { ended: boolean }>({
  operation: 'endVirtualAccount',
  permit: ['operator'],
  async run(tx, { lenderId, number }) {
    await lockLender(tx, lenderId)
    const ended = await run(
      tx,
      'profile.end_va',
      `update lender_virtual_account set ended_at = app_now()
        where number = $1 and lender_id = $2 and ended_at is null`,
      [number, lenderId],
    )
    const known = await maybe(
      tx,
      'profile.own_va',
      'select number from lender_virtual_account where number = $1 and lender_id = $2',
      [number, lenderId],
    )
    if (!known) throw new ProfileFault(`The lender has no virtual account ${number}.`)
    return { answer: { ended: ended === 1 }, subject: `lender:${lenderId}` }
  },
})

/** The virtual accounts that a lender can pay in to now, by way to pay. */
export function virtualAccountsOf(db: Queryable, lenderId: number): Promise<VirtualAccount[]> {
  return many<VirtualAccount>(
    db,
    'profile.vas',
    `select number, method_payment as "methodPayment", bank_code as "bankCode", bank_name as "bankName",
            account_name as "accountName"
       from lender_virtual_account where lender_id = $1 and ended_at is null order by method_payment`,
    [lenderId],
  )
}
