import type { Identity } from '../../platform/http/requests.ts'
import type { AuthenticatedLender } from '../auth/index.ts'

/** The call of a command by a lender in their session. */
export const callOf = <Input>(
  { lenderId, session, requestId, ip: source }: AuthenticatedLender,
  input: Input,
) => ({ actor: { kind: 'lender' as const, lenderId, session }, input, requestId, source })

export type From = { lender: Identity; request: { ip: string }; requestId: string }

/** The lender of a request with a session. */
export const whoOf = ({ lender, request, requestId }: From): AuthenticatedLender => ({
  lenderId: lender.lenderId,
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})
