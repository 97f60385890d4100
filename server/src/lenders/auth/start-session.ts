import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { hashToken } from '../../platform/token.ts'
import type { Caller } from './rate-limits.ts'
import { factsOf, memberFacts } from './session-facts.ts'
import { openSession, type SecondStep } from './sessions.ts'
import type { LoginRow } from './store.ts'
import { browserOf } from './user-agent.ts'

/**
 * Where a login comes from. `device` is the token that the browser's cookie has or will get; `userAgent` its User-Agent
 * header.
 */
export type LoginOrigin = {
  caller: Caller
  device: string
  userAgent: string | undefined
  requestId: string
}

/** Opens a session of a lender who was verified just now. The token is opaque, 256 bits, new at each login. */
export async function startSession(
  context: Context,
  lender: LoginRow,
  { second, ...from }: LoginOrigin & { second: SecondStep | null },
): Promise<SessionUser> {
  const token = context.random.token()
  await perform(context, openSession, {
    actor: {
      kind: 'lender',
      lenderId: lender.id,
      ...(lender.companyId !== null && { companyId: lender.companyId }),
    },
    input: {
      id: context.random.uuid(),
      tokenHash: hashToken(token),
      lenderId: lender.id,
      phone: lender.phone,
      passwordHash: lender.passwordHash,
      device: hashToken(from.device),
      name: browserOf(from.userAgent),
      second,
    },
    requestId: from.requestId,
    source: from.caller.ip,
  })
  if (lender.companyId === null) return { token, ...factsOf(lender) }
  return { token, ...(await memberFacts(context.db, lender, lender.companyId)) }
}
