import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { businessToday, cashAccountOf, lockAccounts, openAccount, post } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type BankCode, banks } from './banks.ts'
import { type CashOpening, newestOpening } from './cash-openings.ts'
import { largestBalance } from './plausible.ts'
import { isClosed } from './refuse-closed.ts'

export type TakeOverCash = {
  lenderId: number
  bank: BankCode
  /** Whole rupiah. */
  amount: number
  /** The day at whose end the lender had it at the former system. */
  asOf: BusinessDate
  /** Whether what was taken back may be entered again as it was. */
  again?: boolean
}

/**
 * Takes over the cash that a lender had at the former system. The money is at the bank already, so no line of the bank is
 * awaited; the entry is of today. The same again is known.
 * @throws ColumnFault if other cash of the lender was taken over for this bank, or this was taken back; if the account is
 *   closed or would hold too much; if the day is in the future
 * @throws Refusal INPUT_INVALID
 */
export const takeOverCash = mutation<Context, TakeOverCash, { taken: boolean }>({
  operation: 'takeOverCash',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, input, { context: { random } }) {
    const { lenderId, bank, amount, asOf } = input
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new Refusal('INPUT_INVALID')
    if (asOf > (await businessToday(tx))) throw new ColumnFault('as_of', `${asOf} di masa depan`)
    if (await isClosed(tx, lenderId))
      throw new ColumnFault('lender_phone', 'akunnya sudah ditutup: aktifkan dahulu ("lenders reactivate")')
    const cash = await cashAccountOf(tx, lenderId, banks[bank])
    const account = (await lockAccounts(tx, [cash])).get(cash)
    const before = await newestOpening(tx, input)
    const subject = `lender:${lenderId}`
    if (before && isKnown(before, input)) return { answer: { taken: false }, subject }
    if ((account?.balance ?? 0) + amount > largestBalance)
      throw new ColumnFault('amount', `rekening akan memuat lebih dari ${largestBalance} rupiah`)
    const id = random.uuid()
    await run(
      tx,
      'cash.deposit.insert_opening',
      'insert into cash_opening (id, lender_id, method_payment, amount, as_of, occurrence) values ($1, $2, $3, $4, $5, $6)',
      [id, lenderId, banks[bank], amount, asOf, (before?.occurrence ?? 0) + 1],
    )
    const clearing = await openAccount(tx, random.id(), 'BANK_CLEARING', banks[bank])
    await post(tx, {
      id: random.uuid(),
      kind: 'CASH_OPENING',
      ref: id,
      movements: [{ debit: clearing, credit: cash, amount }],
      newId: random.uuid,
      maxBalance: largestBalance,
    })
    return { answer: { taken: true }, subject, detail: { bank, amount, asOf } }
  },
})

/** @throws ColumnFault if other cash was taken over, or the same was taken back */
function isKnown(before: CashOpening, { bank, amount, asOf, again = false }: TakeOverCash): boolean {
  const isSame = before.amount === amount && before.asOf === asOf
  if (!before.isTakenBack && !isSame)
    throw new ColumnFault(
      'amount',
      `${before.amount} rupiah per ${before.asOf} sudah diambil alih di ${bank}: batalkan itu dahulu ` +
        '("lenders cash take-back")',
    )
  if (before.isTakenBack && isSame && !again)
    throw new ColumnFault(
      'amount',
      'sudah diambil alih dan dibatalkan sebelumnya: sebutkan --again bila memang demikian',
    )
  return !before.isTakenBack
}
