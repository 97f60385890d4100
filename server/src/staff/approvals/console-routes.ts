import type { Context } from '../../context.ts'
import { InputRefusal } from '../../platform/http/bind.ts'
import type { ConsoleRoutes } from '../../platform/http/routes.ts'
import type { ConsoleTools } from '../../platform/registration.ts'
import { offerAssertion } from '../passkeys/index.ts'
import { decideProposals, purposeOf } from './decide-proposals.ts'

/** The console's calls that decide. */
export const consoleRoutes = (
  context: Context,
  tools: ConsoleTools<Context>,
): ConsoleRoutes<'offerDecision' | 'decideProposals'> => ({
  offerDecision: ({ body, staff }) => offerAssertion(context, purposeOf(staff, body)),
  decideProposals: async ({ body, staff, requestId, source }) => {
    const { reason = '', ...asked } = body
    if (asked.verdict === 'REFUSE' && reason === '') throw new InputRefusal('Tulis alasan penolakan.')
    return decideProposals(context, tools, staff, { ...asked, reason }, { requestId, source })
  },
})
