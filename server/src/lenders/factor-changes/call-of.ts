import type { AuthenticatedLender } from '../auth/index.ts'

/** The call of a command by a lender in their session. */
export const callOf = <Input>(
  { lenderId, session, requestId, ip: source }: AuthenticatedLender,
  input: Input,
) => ({ actor: { kind: 'lender' as const, lenderId, session }, input, requestId, source })
