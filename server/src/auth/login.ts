import type { SessionUser } from '@pematang/contract/auth/endpoints'
import type { Context } from '../context.ts'
import { auditAlone } from '../platform/audit/audit.ts'
import { giveBack, takeFrom, tryTake } from '../platform/limits/limits.ts'
import { perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { knowsDevice } from './device.ts'
import { type Caller, guestBuckets, revealBucket } from './limits.ts'
import { openSession } from './sessions.ts'
import { findLenderByPhone, type LoginRow } from './store.ts'
import { hashToken } from '../platform/token.ts'

export const userTypeNames: Record<number, string> = { 1: 'Individu', 3: 'Korporasi' }

/** The national number: what stands after +62, however the lender wrote it. */
export function nationalNumber(phone: string): string {
  return phone.replace(/^(?:62|0)(?=8)/, '')
}

/**
 * Opens a session for a phone number and a password. The token is opaque, 256 bits, new at each login. Only what
 * fails is counted against the limits.
 * @param device the token that the browser's cookie has, or shall have.
 * @throws Refusal PHONE_UNREGISTERED (the specification's screen needs to know), PASSWORD_WRONG, or TOO_MANY_REQUESTS.
 */
export async function login(
  context: Context,
  input: { phoneNumber: string; password: string },
  from: { caller: Caller; device: string; requestId: string },
): Promise<SessionUser> {
  const phone = nationalNumber(input.phoneNumber)
  const [lender, known] = await Promise.all([
    findLenderByPhone(context.db, phone),
    knowsDevice(context.db, phone, from.caller.device),
  ])
  const buckets = guestBuckets(context.config, 'LOGIN', { phone, known, caller: from.caller })
  await takeFrom(context.db, buckets)
  // The password is checked for an unknown number too, so that the time of the answer tells nothing.
  const matches = await context.passwords.verify(lender?.passwordHash ?? null, input.password)
  if (!lender || !matches) throw await refuseLogin(context, lender, from)
  const token = context.random.token()
  await perform(context, openSession, {
    actor: { kind: 'lender', lenderId: lender.id },
    input: {
      tokenHash: hashToken(token),
      lenderId: lender.id,
      passwordHash: lender.passwordHash,
      device: hashToken(from.device),
    },
    requestId: from.requestId,
  })
  await giveBack(context.db, buckets)
  return toSessionUser(lender, token)
}

/**
 * Records a login that failed, and says how it is told. An address that has failed often no longer hears whether a
 * number is registered. The same statements run in either case.
 */
async function refuseLogin(
  context: Context,
  lender: LoginRow | undefined,
  { caller, requestId }: { caller: Caller; requestId: string },
): Promise<Refusal> {
  const reveals = await tryTake(context.db, [revealBucket(context.config, caller.ip)])
  const code = lender ? 'PASSWORD_WRONG' : 'PHONE_UNREGISTERED'
  await auditAlone(context.db, {
    id: context.random.uuid(),
    actor: { kind: 'system' },
    operation: 'login',
    subject: lender && `lender:${lender.id}`,
    outcome: code,
    requestId,
  })
  return new Refusal(reveals ? code : 'PASSWORD_WRONG')
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
