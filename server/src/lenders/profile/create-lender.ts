import { openAccount } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { Sealed, SearchKey } from '../../platform/keys/personal-data.ts'
import { noPassword } from '../../platform/password-hasher.ts'
import { type Invitation, notifyByMessage } from '../auth/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { isPhoneTaken, phoneTaken } from './find-lenders.ts'
import { searchedEmail } from './search-lenders.ts'
import type { BankAccount } from './bank-account.ts'
import { type Institution, requirePic } from './lender-settings.ts'

export type NewLender = {
  /** The national phone number without +62, digits only. */
  phone: string
  name: string
  email: string
  /** 1 for an individual, 3 for a company. */
  userTypeId: 1 | 3
  /** Of the demo and of tests only: a lender whom an operator registers sets a password by SMS code. */
  passwordHash?: string
  institution?: Institution
  bank?: BankAccount
  /** How the lender is told to set a password; by SMS if left out. */
  invite?: Invitation
}

const lenderColumns = {
  id: 'bigint',
  phone: 'text',
  phoneSearch: 'text',
  name: 'text',
  email: 'text',
  emailSearch: 'text',
  userTypeId: 'smallint',
  digiSignId: 'text',
  passwordHash: 'text',
} as const

/**
 * Registers a lender with an empty cash account. The operator has verified their identity, and learns no password: a
 * message tells the lender how to set one.
 * @throws ColumnFault if the number is registered already, or a company's person in charge is not named
 */
export const createLender = mutation<Context, NewLender, { lenderId: number }>({
  operation: 'createLender',
  permit: ['operator'],
  secondPair: true,
  async run(tx, input, { context }) {
    const { institution } = input
    if (institution) requirePic(institution.picFullName, institution.companyName)
    if (await isPhoneTaken(tx, input.phone)) throw phoneTaken(input.phone)
    const lenderId = context.random.id()
    const inserted = await run(
      tx,
      'lenders.profile.insert_lender',
      `insert into lender (${columnNames(lenderColumns)})
       values (${placeholders(lenderColumns)}) on conflict (phone_search) do nothing`,
      oneRow(lenderColumns, {
        id: lenderId,
        phone: new Sealed(input.phone),
        phoneSearch: new SearchKey(input.phone),
        name: input.name,
        email: new Sealed(input.email),
        emailSearch: searchedEmail(input.email),
        userTypeId: input.userTypeId,
        digiSignId: context.random.secureId(),
        passwordHash: input.passwordHash ?? noPassword,
      }),
    )
    if (inserted === 0) throw phoneTaken(input.phone)
    if (input.institution) {
      const { companyName, companyEmail, picFullName, picPhone } = input.institution
      await run(
        tx,
        'lenders.profile.insert_institution',
        `insert into lender_institution (lender_id, company_name, company_email, email_search, pic_full_name, pic_phone)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          ...[lenderId, companyName, new Sealed(companyEmail), searchedEmail(companyEmail), picFullName],
          new Sealed(picPhone),
        ],
      )
    }
    if (input.bank) {
      const { accountName, accountNumber, bankBranch, bankCode, bankName, methodPayment } = input.bank
      await run(
        tx,
        'lenders.profile.insert_bank',
        'insert into lender_bank_account values ($1, $2, $3, $4, $5, $6, $7, $8)',
        [
          ...[
            lenderId,
            accountName,
            new Sealed(accountNumber),
            bankBranch,
            bankCode,
            bankName,
            methodPayment,
          ],
          new SearchKey(accountNumber),
        ],
      )
    }
    await openAccount(tx, context.random.id(), 'LENDER_CASH', lenderId)
    if (input.passwordHash === undefined)
      await notifyByMessage(tx, context, 'auth.tell_registered', { lenderId, by: input.invite ?? 'SMS' })
    return { answer: { lenderId }, subject: `lender:${lenderId}` }
  },
})
