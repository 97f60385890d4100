import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { CompanyRole } from '@pematang/contract/lenders/company/rules'
import { one, type Queryable } from '../../platform/db/database.ts'
import { findLenderById, type LoginRow } from './store.ts'

const userTypeNames: Record<number, string> = { 1: 'Individu', 3: 'Korporasi' }

type SessionFacts = Omit<SessionUser, 'token'>

export const factsOf = (lender: LoginRow): SessionFacts => ({
  userName: lender.name,
  userId: lender.id,
  userTypeId: lender.userTypeId,
  userTypeName: userTypeNames[lender.userTypeId] ?? 'Individu',
  digiSignId: lender.digiSignId,
  email: lender.email,
  phoneNumber: lender.phone,
  bankInformation: lender.bank && {
    bankAccountPayroll: lender.bank.accountName,
    bankAccount: lender.bank.accountNumber,
    bankBranch: lender.bank.bankBranch,
    bankCode: lender.bank.bankCode,
    bankName: lender.bank.bankName,
    methodPayment: lender.bank.methodPayment,
    bankUrlImage: null,
  },
})

/** The company's data for a member of it, with the member's own phone and address, and what they may do. */
export async function memberFacts(db: Queryable, login: LoginRow, companyId: number): Promise<SessionFacts> {
  const company = login.id === companyId ? login : await findLenderById(db, companyId)
  const held = await one<{ roles: CompanyRole[]; isSignatory: boolean }>(
    db,
    'lenders.auth.member_facts',
    `select roles, is_signatory as "isSignatory" from company_roles where member_id = $1
      order by version desc limit 1`,
    [login.id],
  )
  return {
    ...factsOf(company),
    email: login.email,
    phoneNumber: login.phone,
    member: { memberId: login.id, name: login.name, ...held },
  }
}

/**
 * The current data of a session, which may have changed since the login.
 * @param memberId the login of a member of the company `lenderId`, whose phone and address they are
 */
export async function sessionFacts(
  db: Queryable,
  lenderId: number,
  memberId?: number,
): Promise<SessionFacts> {
  const login = await findLenderById(db, memberId ?? lenderId)
  return memberId === undefined ? factsOf(login) : memberFacts(db, login, lenderId)
}
