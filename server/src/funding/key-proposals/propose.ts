import type { EndpointBody } from '@pematang/contract/endpoint'
import type { proposeByKey as endpoint } from '@pematang/contract/partner/proposal-endpoints'
import { holdWithdrawal } from '../../cash/index.ts'
import type { Context } from '../../context.ts'
import { lockProposingKey } from '../../lenders/index.ts'
import { lockCompany } from '../../platform/approvals/company.ts'
import { mutation } from '../../platform/commands/command.ts'
import { proposeForKey } from '../../platform/commands/company-gate.ts'
import { required } from '../../platform/refusal.ts'
import { submitBulk } from '../bulk/index.ts'
import { fundSelection } from '../selection/index.ts'

/** A call of the dashboard with its body, without a password. */
export type Proposed = EndpointBody<typeof endpoint>

/**
 * Proposes a call with a key of a company. Who decides sends the dashboard's own call with the number, by the same dialog as
 * for what a member proposed. It holds no money.
 * @throws Refusal KEY_UNKNOWN where the key ended meanwhile, KEY_MAKER_GONE, PROPOSALS_TOO_MANY
 */
export const proposeByKey = mutation<Context, Proposed, { number: number; until: string }>({
  operation: 'proposeByKey',
  permit: ['lender'],
  security: true,
  async run(tx, proposed, { context: { random }, actor }) {
    const { lenderId: companyId, key } = actor
    const keyId = required(key, 'KEY_UNKNOWN')
    await lockCompany(tx, companyId)
    const { maker } = required(await lockProposingKey(tx, { lenderId: companyId, keyId }), 'KEY_UNKNOWN')
    const by = { companyId, keyId, maker }
    const effect = await (proposed.call === 'withdraw'
      ? proposeForKey(tx, random, holdWithdrawal, { ...by, input: proposed.body })
      : proposed.call === 'fundSelection'
        ? proposeForKey(tx, random, fundSelection, { ...by, input: proposed.body })
        : proposeForKey(tx, random, submitBulk, { ...by, input: proposed.body }))
    const { number, until } = effect.answer
    return { ...effect, answer: { number, until: until.toISOString() } }
  },
})
