import { type Identity, loginOf } from '../../platform/http/requests.ts'
import { type AuthenticatedLender, loginActorOf } from '../auth/index.ts'

/** The call of a command by a lender in their session. */
export const callOf = <Input>(who: AuthenticatedLender, input: Input) => ({
  actor: loginActorOf(who),
  input,
  requestId: who.requestId,
  source: who.ip,
})

export type From = { lender: Identity; request: { ip: string }; requestId: string }

/** The login of a request with a session. */
export const whoOf = ({ lender, request, requestId }: From): AuthenticatedLender => ({
  lenderId: loginOf(lender),
  ...(lender.member && { companyId: lender.lenderId }),
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})
