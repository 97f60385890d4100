import type { SessionUser } from '@pematang/contract/auth/endpoints'
import type { Context } from '../context.ts'
import { auditAlone } from '../platform/audit/audit.ts'
import { perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { hashToken, openSession } from './sessions.ts'
import { findLenderByPhone, type LoginRow } from './store.ts'

export const userTypeNames: Record<number, string> = { 1: 'Individu', 3: 'Korporasi' }

/** The national number: what stands after +62, however the lender wrote it. */
export function nationalNumber(phone: string): string {
  return phone.replace(/^(?:62|0)(?=8)/, '')
}

/**
 * Opens a session for a phone number and a password. The token is opaque, 256 bits, new at each login.
 * @throws Refusal PHONE_UNREGISTERED (the specification's screen needs to know) or PASSWORD_WRONG.
 */
export async function login(
  context: Context,
  input: { phoneNumber: string; password: string },
  requestId: string,
): Promise<SessionUser> {
  const lender = await findLenderByPhone(context.db, nationalNumber(input.phoneNumber))
  // The password is checked for an unknown number too, so that the time of the answer tells nothing.
  const matches = await context.passwords.verify(lender?.passwordHash ?? null, input.password)
  if (!lender) throw new Refusal('PHONE_UNREGISTERED')
  if (!matches) {
    await auditAlone(context.db, {
      id: context.random.uuid(),
      actor: { kind: 'system' },
      operation: 'login',
      subject: `lender:${lender.id}`,
      outcome: 'PASSWORD_WRONG',
      requestId,
    })
    throw new Refusal('PASSWORD_WRONG')
  }
  const token = context.random.token()
  await perform(context, openSession, {
    actor: { kind: 'lender', lenderId: lender.id },
    input: { tokenHash: hashToken(token), lenderId: lender.id },
    requestId,
  })
  return toSessionUser(lender, token)
}

function toSessionUser(lender: LoginRow, token: string): SessionUser {
  return {
    token,
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
  }
}
