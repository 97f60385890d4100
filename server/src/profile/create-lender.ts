import { openAccount } from '../ledger/index.ts'
import type { Context } from '../context.ts'
import { run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'

/** The company that a corporate lender lends for, and its person in charge. */
export type Institution = {
  companyName: string
  companyEmail: string
  picFullName: string
  picPhone: string
}

/** Where withdrawals go. `methodPayment` 1 is BNI, 2 the other bank. */
export type BankAccount = {
  accountName: string
  accountNumber: string
  bankBranch: string
  bankCode: string
  bankName: string
  methodPayment: 1 | 2
}

export type NewLender = {
  /** National number without +62, digits only. */
  phone: string
  name: string
  email: string
  /** 1 individual, 3 corporate. */
  userTypeId: 1 | 3
  passwordHash: string
  institution?: Institution
  bank?: BankAccount
}

/** A phone number that somebody has already. */
export class PhoneTaken extends Error {}

/** Registers a lender with an empty cash account. The caller has verified who it is; that is the operator's duty. */
export const createLender = mutation<Context, NewLender, { lenderId: number }>({
  operation: 'createLender',
  permit: ['operator'],
  async run(tx, input, { world }) {
    const lenderId = world.random.id()
    const inserted = await run(
      tx,
      'profile.insert_lender',
      `insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (phone) do nothing`,
      [
        lenderId,
        input.phone,
        input.name,
        input.email,
        input.userTypeId,
        world.random.secureId(),
        input.passwordHash,
      ],
    )
    if (inserted === 0) throw new PhoneTaken(`the phone number ${input.phone} is registered already`)
    if (input.institution) {
      const { companyName, companyEmail, picFullName, picPhone } = input.institution
      await run(
        tx,
        'profile.insert_institution',
        'insert into lender_institution values ($1, $2, $3, $4, $5)',
        [lenderId, companyName, companyEmail, picFullName, picPhone],
      )
    }
    if (input.bank) {
      const { accountName, accountNumber, bankBranch, bankCode, bankName, methodPayment } = input.bank
      await run(
        tx,
        'profile.insert_bank',
        'insert into lender_bank_account values ($1, $2, $3, $4, $5, $6, $7)',
        [lenderId, accountName, accountNumber, bankBranch, bankCode, bankName, methodPayment],
      )
    }
    await openAccount(tx, world.random.id(), 'LENDER_CASH', lenderId)
    return { answer: { lenderId }, subject: `lender:${lenderId}` }
  },
})
