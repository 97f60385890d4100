import type { Context } from '../../context.ts'
import { Unconfirmed } from '../../operator/files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { type Mutation, mutation } from '../../platform/commands/command.ts'
import { performPart } from '../../platform/commands/perform.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { createLender } from './create-lender.ts'
import { isPhoneTaken, phoneTaken } from './find-lenders.ts'
import { storeLenderClass } from './lender-class.ts'
import type { LenderRow } from './lender-file.ts'
import { type BankAccount, storeBankAccount } from './bank-account.ts'
import { storeSigner, storeTaxStatus } from './lender-settings.ts'
import { otherColumn } from './registered-lender.ts'
import { storeLenderIdentity } from './lender-identity.ts'
import { storeTaxNumber } from './tax-number.ts'
import { assignVirtualAccount, type VirtualAccount } from './virtual-accounts.ts'

/** BNI's code and name; method 1 is BNI (specification, section 9). */
const bni = { bankCode: '009', bankName: 'BNI' } as const

type Act = <Input, Answer>(
  command: Mutation<Context, Input, Answer, 'operator'>,
  input: Input,
) => Promise<Answer>

/**
 * Registers a lender with all that a line of a lender file says, by the commands for one lender and with their entries of
 * the audit trail, in one transaction. A lender who has all of it already is left as they are.
 * @param asks whether a lender of whom no tax at all would be withheld is refused (Unconfirmed)
 * @throws ColumnFault of these commands, and if the phone is registered with something else in the columns that are filled
 */
export const importLender = mutation<Context, { row: LenderRow; asks: boolean }, { isNew: boolean }>({
  operation: 'importLender',
  permit: ['operator'],
  secondPair: true,
  security: true,
  async run(tx, { row, asks }, { context, actor }) {
    if (await isPhoneTaken(tx, row.phone)) {
      const { lenderId, other } = await otherColumn(tx, row)
      if (other !== null) throw phoneTaken(row.phone, other)
      return { answer: { isNew: false }, subject: `lender:${lenderId}` }
    }
    if (asks && row.treatyRate === 0)
      throw new Unconfirmed('treaty_rate: tidak ada pajak yang akan dipotong sama sekali')
    const lenderId = await register(actOn(tx, context, actor), row)
    return { answer: { isNew: true }, subject: `lender:${lenderId}` }
  },
})

const actOn =
  (tx: Transaction, context: Context, actor: ActorOf<'operator'>): Act =>
  (command, input) =>
    performPart(tx, context, command, { actor, input })

async function register(act: Act, row: LenderRow): Promise<number> {
  const { lenderId } = await act(createLender, {
    phone: row.phone,
    name: row.name,
    email: row.email,
    userTypeId: row.type === 'COMPANY' ? 3 : 1,
    invite: row.invite ?? 'SMS',
    ...(row.type === 'COMPANY' && {
      institution: {
        companyName: row.name,
        companyEmail: row.companyEmail ?? row.email,
        picFullName: row.pic ?? '',
        picPhone: row.picPhone ?? row.phone,
      },
    }),
  })
  // None needs another's result, so their statements share round trips. The first fault in this order is reported, in
  // whatever order they end.
  const parts = await Promise.allSettled([
    storeClass(act, lenderId, row),
    storeIdentity(act, lenderId, row),
    storeTax(act, lenderId, row),
    storeAccounts(act, lenderId, row),
    row.signer !== null &&
      act(storeSigner, { lenderId, dgsignType: row.signer, signerId: row.signerId ?? undefined }),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
  return lenderId
}

async function storeClass(act: Act, lenderId: number, row: LenderRow): Promise<void> {
  const { kind, yearlyIncome, supervised, since, evidence, validUntil } = row
  if (kind === null || evidence === null) return
  const dated = { since, evidence, validUntil }
  await act(storeLenderClass, { lenderId, kind, yearlyIncome, supervised: supervised === 'YES', ...dated })
}

async function storeIdentity(act: Act, lenderId: number, row: LenderRow): Promise<void> {
  const { birthDate, checkedOn, checkReference } = row
  const married = row.married && row.married === 'YES'
  if (birthDate === null && married === null && checkedOn === null) return
  await act(storeLenderIdentity, { lenderId, birthDate, married, checkedOn, checkReference })
}

/** The number comes first: whether a resident has one decides which status is possible. */
async function storeTax(act: Act, lenderId: number, row: LenderRow): Promise<void> {
  if (row.taxNumber !== null) await act(storeTaxNumber, { lenderId, number: row.taxNumber, validFrom: null })
  const rate = row.treatyRate === null ? {} : { ratePpm: row.treatyRate }
  await act(storeTaxStatus, { lenderId, status: row.taxStatus, ...rate })
}

async function storeAccounts(act: Act, lenderId: number, row: LenderRow): Promise<void> {
  const bank = bankAccountOf(row)
  if (bank) await act(storeBankAccount, { lenderId, ...bank })
  for (const account of virtualAccountsIn(row)) await act(assignVirtualAccount, { lenderId, ...account })
}

const bankAccountOf = (row: LenderRow): BankAccount | null =>
  row.bankAccount === null
    ? null
    : {
        accountNumber: row.bankAccount,
        accountName: row.bankHolder ?? '',
        bankBranch: row.bankBranch ?? '',
        bankCode: row.bankCode ?? '',
        bankName: row.bankName ?? '',
        methodPayment: row.bankMethod === '1' ? 1 : 2,
      }

function virtualAccountsIn(row: LenderRow): VirtualAccount[] {
  const { vaBni, vaOther, vaOtherCode: bankCode, vaOtherBank: bankName } = row
  const accountName = row.vaHolder ?? row.name
  return [
    ...(vaBni === null ? [] : [{ number: vaBni, methodPayment: 1 as const, accountName, ...bni }]),
    ...(vaOther === null
      ? []
      : [
          {
            number: vaOther,
            methodPayment: 2 as const,
            accountName,
            bankCode: bankCode ?? '',
            bankName: bankName ?? '',
          },
        ]),
  ]
}
