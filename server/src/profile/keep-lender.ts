import type { Context } from '../context.ts'
import { openAccount } from '../ledger/index.ts'
import { maybe, run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import type { BankAccount, Institution } from './create-lender.ts'
import type { DgsignType } from './signer.ts'

/** What an operator asked to keep of a lender and cannot be kept; the message says why, in English. */
export class ProfileFault extends Error {}

/** How interest is taxed, by PMK 69/PMK.03/2022, in parts of a million. A treaty's rate is named with it. */
export const taxRates = { DOMESTIC: 150_000, NO_TAX_NUMBER: 300_000, FOREIGN: 200_000 } as const
export type TaxStatus = keyof typeof taxRates | 'TREATY'
export const taxStatuses: readonly TaxStatus[] = ['DOMESTIC', 'NO_TAX_NUMBER', 'FOREIGN', 'TREATY']

/**
 * Keeps the company that a corporate lender lends for; agreements from now on name it and its person in charge.
 * @throws ProfileFault for an individual, or where there is no such lender.
 */
export const keepInstitution = mutation<Context, { lenderId: number } & Institution, { kept: true }>({
  operation: 'keepInstitution',
  permit: ['operator'],
  async run(tx, { lenderId, companyName, companyEmail, picFullName, picPhone }) {
    const lender = await lockLender(tx, lenderId)
    if (lender.userTypeId !== 3) throw new ProfileFault(`Lender ${lenderId} is an individual, not a company.`)
    await run(
      tx,
      'profile.keep_institution',
      `insert into lender_institution (lender_id, company_name, company_email, pic_full_name, pic_phone)
       values ($1, $2, $3, $4, $5)
       on conflict (lender_id) do update set company_name = excluded.company_name,
         company_email = excluded.company_email, pic_full_name = excluded.pic_full_name, pic_phone = excluded.pic_phone`,
      [lenderId, companyName, companyEmail, picFullName, picPhone],
    )
    return { answer: { kept: true }, subject: `lender:${lenderId}` }
  },
})

/** Keeps the bank account that withdrawals go to. The audit trail tells that it changed, not what it is. */
export const keepBankAccount = mutation<Context, { lenderId: number } & BankAccount, { kept: true }>({
  operation: 'keepBankAccount',
  permit: ['operator'],
  async run(tx, { lenderId, accountName, accountNumber, bankBranch, bankCode, bankName, methodPayment }) {
    await lockLender(tx, lenderId)
    await run(
      tx,
      'profile.keep_bank_account',
      `insert into lender_bank_account (lender_id, account_name, account_number, bank_branch, bank_code, bank_name,
                                        method_payment)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (lender_id) do update set account_name = excluded.account_name,
         account_number = excluded.account_number, bank_branch = excluded.bank_branch,
         bank_code = excluded.bank_code, bank_name = excluded.bank_name, method_payment = excluded.method_payment`,
      [lenderId, accountName, accountNumber, bankBranch, bankCode, bankName, methodPayment],
    )
    return { answer: { kept: true }, subject: `lender:${lenderId}`, detail: { bankCode, methodPayment } }
  },
})

/** `ratePpm` is named for TREATY alone, parts of a million; every other status has its rate from the law. */
export type KeepTaxStatus = { lenderId: number; status: TaxStatus; ratePpm?: number }

/**
 * Keeps how the interest of a lender is taxed. It counts for payments from now on; what was withheld stays.
 * @throws ProfileFault where a treaty comes without its rate, or another status with one.
 */
export const keepTaxStatus = mutation<Context, KeepTaxStatus, { ratePpm: number }>({
  operation: 'keepTaxStatus',
  permit: ['operator'],
  async run(tx, { lenderId, status, ratePpm }) {
    if ((status === 'TREATY') !== (ratePpm !== undefined))
      throw new ProfileFault('A rate is named for the status TREATY and for no other.')
    const rate = status === 'TREATY' ? (ratePpm ?? 0) : taxRates[status]
    await lockLender(tx, lenderId)
    await run(
      tx,
      'profile.keep_tax_status',
      'update lender set tax_status = $2, tax_rate_ppm = $3 where id = $1',
      [lenderId, status, rate],
    )
    return { answer: { ratePpm: rate }, subject: `lender:${lenderId}`, detail: { status, ratePpm: rate } }
  },
})

/**
 * Keeps who takes a lender's signatures: PRIVY on a page of its own, XIGNATURE on its servers by hash. A funding whose
 * documents are with PRIVY already is signed there.
 */
export const keepSigner = mutation<
  Context,
  { lenderId: number; dgsignType: DgsignType },
  { dgsignType: DgsignType }
>({
  operation: 'keepSigner',
  permit: ['operator'],
  async run(tx, { lenderId, dgsignType }) {
    await lockLender(tx, lenderId)
    await run(tx, 'profile.keep_signer', 'update lender set dgsign_type = $2 where id = $1', [
      lenderId,
      dgsignType,
    ])
    return { answer: { dgsignType }, subject: `lender:${lenderId}`, detail: { dgsignType } }
  },
})

/** Says whether a lender is offered bulk products (specification, section 6). */
export const keepBulkFunding = mutation<
  Context,
  { lenderId: number; enabled: boolean },
  { enabled: boolean }
>({
  operation: 'keepBulkFunding',
  permit: ['operator'],
  async run(tx, { lenderId, enabled }) {
    await lockLender(tx, lenderId)
    await run(tx, 'profile.keep_bulk_funding', 'update lender set bulk_funding = $2 where id = $1', [
      lenderId,
      enabled,
    ])
    return { answer: { enabled }, subject: `lender:${lenderId}`, detail: { enabled } }
  },
})

/**
 * Gives a lender a second pocket: what comes in at the other bank (method 2) from now on stays there, is shown beside the
 * cash balance, and is withdrawn through that bank. Fundings do not draw on it. Once given it stays.
 */
export const openSecondPocket = mutation<Context, { lenderId: number }, { opened: true }>({
  operation: 'openSecondPocket',
  permit: ['operator'],
  async run(tx, { lenderId }, { world }) {
    await lockLender(tx, lenderId)
    await openAccount(tx, world.random.id(), 'LENDER_CASH_ADDITIONAL', lenderId)
    return { answer: { opened: true }, subject: `lender:${lenderId}` }
  },
})

/** Holds what is kept of a lender for this transaction, so that two operators come one after the other. */
export async function lockLender(tx: Transaction, lenderId: number): Promise<{ userTypeId: number }> {
  const lender = await maybe<{ userTypeId: number }>(
    tx,
    'profile.lock',
    'select user_type_id as "userTypeId" from lender where id = $1 for no key update',
    [lenderId],
  )
  if (!lender) throw new ProfileFault(`There is no lender ${lenderId}.`)
  return lender
}
