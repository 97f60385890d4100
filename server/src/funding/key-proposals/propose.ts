import type { EndpointBody } from '@pematang/contract/endpoint'
import type { proposeByKey as endpoint } from '@pematang/contract/partner/proposal-endpoints'
import { holdWithdrawal } from '../../cash/index.ts'
import type { Context } from '../../context.ts'
import { lockProposingKey } from '../../lenders/index.ts'
import { lockCompany } from '../../platform/approvals/company.ts'
import type { ActorOf, Origin } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { amountOf, proposeForKey } from '../../platform/commands/company-gate.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { submitBulk } from '../bulk/index.ts'
import { fundSelection } from '../selection/index.ts'

type Proposed = EndpointBody<typeof endpoint>

type ByKey = { lenderId: number; keyId: string; key: string } & Pick<Origin, 'requestId' | 'source'>
type Made = { number: number; until: string }

/**
 * Proposes a call with a key of a company. Who decides sends the dashboard's own call with the number, by the same dialog as
 * for what a member proposed. It holds no money.
 * @throws Refusal KEY_UNKNOWN where the key ended meanwhile, KEY_MAKER_GONE, PROPOSALS_TOO_MANY, and of what could not be run as it stands
 */
export const proposeByKey = (
  context: Context,
  { lenderId, keyId, key, ...origin }: ByKey,
  proposed: Proposed,
): Promise<Made> =>
  perform({ ...context, requirePossible: possible(proposed) }, storeProposed, {
    ...origin,
    actor: { kind: 'lender', lenderId, key: keyId },
    input: { ...proposed, amount: sumOf(proposed) },
    key,
  })

/** What the proposed command says of itself that it gives, in whole rupiah. */
function sumOf({ call, body }: Proposed): number | null {
  switch (call) {
    case 'withdraw':
      return amountOf(holdWithdrawal, body)
    case 'fundSelection':
      return amountOf(fundSelection, body)
    case 'submitBulkFunding':
      return amountOf(submitBulk, body)
  }
}

type Possible = (tx: Queryable, actor: ActorOf<'lender'>) => Promise<unknown> | undefined

/** What refuses a proposed command that no decision could run. */
const possible =
  ({ call, body }: Proposed): Possible =>
  (tx, actor) => {
    switch (call) {
      case 'withdraw':
        return holdWithdrawal.company?.requirePossible?.(tx, actor, body)
      case 'fundSelection':
        return fundSelection.company?.requirePossible?.(tx, actor, body)
      case 'submitBulkFunding':
        return submitBulk.company?.requirePossible?.(tx, actor, body)
    }
  }

const storeProposed = mutation<
  Context & { requirePossible: Possible },
  Proposed & { amount: number | null },
  Made
>({
  operation: 'proposeByKey',
  permit: ['lender'],
  security: true,
  async run(tx, { call: operation, body: input, amount }, { context, actor }) {
    const { lenderId: companyId, key } = actor
    const keyId = required(key, 'KEY_UNKNOWN')
    await context.requirePossible(tx, actor)
    await lockCompany(tx, companyId)
    const { maker } = required(await lockProposingKey(tx, { lenderId: companyId, keyId }), 'KEY_UNKNOWN')
    const effect = await proposeForKey(tx, context.random, {
      companyId,
      keyId,
      maker,
      operation,
      input,
      amount,
    })
    const { number, until } = effect.answer
    return { ...effect, answer: { number, until: until.toISOString() } }
  },
})
