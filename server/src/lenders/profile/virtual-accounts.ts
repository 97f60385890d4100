import type { Context } from '../../context.ts'
import type { Bank } from '../../outside/bank/banks.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { lockLender } from './lender-settings.ts'

/** A virtual account number. `methodPayment` 1 is BNI, 2 the other bank (specification, section 9). */
export type VirtualAccount = {
  /** The account number, 15 digits. */
  number: string
  methodPayment: 1 | 2
  bankCode: string
  bankName: string
  accountName: string
}

/** The columns of a file with the numbers of each payment method. */
export const virtualAccountColumns = { 1: 'va_bni', 2: 'va_other' } as const

/**
 * Assigns a virtual account to a lender. A number belongs to one lender forever (invariant I14), and a lender has one
 * open number per payment method. Repeating the same assignment changes nothing.
 * @throws ColumnFault if no bank routes the number to us, it belongs to another lender or was ended, or the lender has one
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
    const fault = (reason: string) => new ColumnFault(virtualAccountColumns[methodPayment], reason)
    const unrouted = unroutedReason(context.banks, number, methodPayment)
    if (unrouted) throw fault(unrouted)
    const { state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') throw new Error(`Akun Pemberi Dana ${lenderId} sudah ditutup.`)
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
    if (!known) throw fault(`Pemberi Dana ini sudah memiliki satu bagi metode ${methodPayment}`)
    if (known.lenderId !== lenderId) throw fault(`${number} milik Pemberi Dana lain`)
    if (known.ended) throw fault(`${number} sudah diakhiri dan tetap demikian`)
    if (known.methodPayment !== methodPayment)
      throw fault(`${number} sudah ada bagi metode ${known.methodPayment}`)
    return { answer: { assigned: false }, subject }
  },
})

/** Why a number cannot be assigned, because payments to it would be lost; null where a configured bank routes it to us. */
function unroutedReason(banks: readonly Bank[], number: string, methodPayment: 1 | 2): string | null {
  const bank = banks.find((one) => one.methodPayment === methodPayment)
  if (!bank) return `tidak ada bank bagi metode ${methodPayment} (pengaturan BANKS_FILE)`
  const { serviceIds } = bank.inbound
  return serviceIds.some((service) => number.startsWith(service))
    ? null
    : `${bank.name} tidak meneruskan nomor ${number} kepada kita: nomor metode ${methodPayment} diawali ${serviceIds.join(' atau ')}`
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
    if (!known) throw new Error(`Pemberi Dana ini tidak memiliki virtual account ${number}.`)
    return { answer: { ended: ended === 1 }, subject: `lender:${lenderId}` }
  },
})

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
