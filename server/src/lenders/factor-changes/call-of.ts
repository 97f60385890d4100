import { type AuthenticatedLender, loginActorOf } from '../auth/index.ts'

/** The call of a command by a lender in their session. */
export const callOf = <Input>(who: AuthenticatedLender, input: Input) => ({
  actor: loginActorOf(who),
  input,
  requestId: who.requestId,
  source: who.ip,
})
