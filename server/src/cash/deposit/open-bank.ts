import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import {
  businessToday,
  lockClearing,
  openAccount,
  post,
  reverseJournal,
  withdrawableBalance,
} from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type BankCode, banks } from './banks.ts'

/** What was at a bank beyond the lenders' cash when that was taken over; amounts in whole rupiah. */
type BankOpening = {
  id: string
  /** What the bank stated. */
  balance: number
  /** What had been taken over of lenders at that bank. */
  lenders: number
  /** The rest, which is the platform's. */
  amount: number
  asOf: BusinessDate
  occurrence: number
  isTakenBack: boolean
}

const newestOf = (db: Queryable, bank: BankCode): Promise<BankOpening | undefined> =>
  maybe<BankOpening>(
    db,
    'cash.deposit.newest_bank_opening',
    `select id, balance, lenders, amount, as_of as "asOf", occurrence,
            exists (select from reversal r where r.kind = 'BANK_OPENING' and r.of_id = o.id::text) as "isTakenBack"
       from bank_opening o where method_payment = $1 order by occurrence desc limit 1`,
    [banks[bank]],
  )

/** The cash of lenders that stands as taken over at a bank, and the days as of which it was. */
const lendersCashAt = (
  db: Queryable,
  bank: BankCode,
): Promise<{ amount: number; days: BusinessDate[] | null }> =>
  one(
    db,
    'cash.deposit.lenders_cash_at',
    `select coalesce(sum(amount), 0)::bigint as amount, array_agg(distinct as_of::text) as days
       from cash_opening o where method_payment = $1
        and not exists (select from reversal r where r.kind = 'CASH_OPENING' and r.of_id = o.id::text)`,
    [banks[bank]],
  )

export type TakeOverBank = {
  bank: BankCode
  /** What the bank states for the end of the day, whole rupiah. */
  balance: number
  asOf: BusinessDate
}

export type BankTakenOver = Pick<BankOpening, 'balance' | 'lenders' | 'amount'> & { known: boolean }

/**
 * Takes over what is at a bank beyond the lenders' cash that was taken over there: the money of the platform, so that books and
 * bank agree. It waits on PLATFORM_CASH until a payout records where it went. The same again is known.
 * @throws Error if less than the lenders' cash is there or nothing beyond it, if the lenders' cash is of another day, or if
 *   another balance stands
 * @throws Refusal DATE_IN_FUTURE, INPUT_INVALID
 */
export const takeOverBank = mutation<Context, TakeOverBank, BankTakenOver>({
  operation: 'takeOverBank',
  permit: ['operator'],
  secondPair: { amount: ({ balance }) => balance },
  async run(tx, { bank, balance, asOf }, { context: { random } }) {
    if (!Number.isSafeInteger(balance) || balance <= 0) throw new Refusal('INPUT_INVALID')
    if (asOf > (await businessToday(tx))) throw new Refusal('DATE_IN_FUTURE')
    const method = banks[bank]
    await lockClearing(tx, 'PLATFORM_CASH', method)
    const before = await newestOf(tx, bank)
    const subject = `bank:${bank}`
    if (before && !before.isTakenBack) {
      if (before.balance !== balance || before.asOf !== asOf)
        throw new Error(
          `${before.balance} rupiah per ${before.asOf} sudah diambil alih di ${bank}: batalkan itu dahulu.`,
        )
      const { lenders, amount } = before
      return { answer: { balance, lenders, amount, known: true }, subject }
    }
    const lenders = await lendersCashAt(tx, bank)
    const otherDay = lenders.days?.find((day) => day !== asOf)
    if (otherDay !== undefined)
      throw new Error(`Dana Pemberi Dana di ${bank} diambil alih per ${otherDay}, bukan ${asOf}.`)
    const amount = balance - lenders.amount
    if (amount < 0)
      throw new Error(
        `${bank} memiliki ${-amount} rupiah kurang dari ${lenders.amount} yang diambil alih dari Pemberi Dana di sana.`,
      )
    if (amount === 0)
      throw new Error(`${bank} memiliki tepat yang diambil alih dari Pemberi Dana di sana, tidak lebih.`)
    const id = random.uuid()
    await run(
      tx,
      'cash.deposit.insert_bank_opening',
      'insert into bank_opening (id, method_payment, balance, lenders, as_of, occurrence) values ($1, $2, $3, $4, $5, $6)',
      [id, method, balance, lenders.amount, asOf, (before?.occurrence ?? 0) + 1],
    )
    const debit = await openAccount(tx, random.id(), 'BANK_CLEARING', method)
    const credit = await openAccount(tx, random.id(), 'PLATFORM_CASH', method)
    await post(tx, {
      id: random.uuid(),
      kind: 'BANK_OPENING',
      ref: id,
      movements: [{ debit, credit, amount }],
      newId: random.uuid,
    })
    const answer = { balance, lenders: lenders.amount, amount, known: false }
    return { answer, subject, detail: { ...answer, asOf } }
  },
})

/**
 * Takes back what was taken over wrongly as the platform's money at a bank, while all of it is there. It can be entered again.
 * @throws Error when nothing stands that was taken over, or a part of it was paid out
 * @throws Refusal INPUT_INVALID
 */
export const takeBackBank = mutation<Context, { bank: BankCode; reason: string }, { amount: number }>({
  operation: 'takeBackBank',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { bank, reason }, { context: { random } }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    await lockClearing(tx, 'PLATFORM_CASH', banks[bank])
    const opening = await newestOf(tx, bank)
    if (opening?.isTakenBack) throw new Error(`Yang diambil alih di ${bank} sudah dibatalkan sebelumnya.`)
    if (!opening) throw new Error(`Tidak ada pengambilalihan yang berlaku di ${bank}.`)
    const { id, amount } = opening
    const left = await withdrawableBalance(tx, 'PLATFORM_CASH', banks[bank])
    if (left < amount)
      throw new Error(`Hanya tersisa ${left} dari ${amount} rupiah: batalkan dahulu pembayaran keluarnya.`)
    await reverseJournal(tx, random, {
      kind: 'BANK_OPENING',
      ref: id,
      reversal: { id: random.uuid(), kind: 'BANK_OPENING', ofId: id, reason },
    })
    return { answer: { amount }, subject: `bank:${bank}`, detail: { amount, reason } }
  },
})
