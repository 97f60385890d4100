import { encodeInput } from '../approvals/input.ts'
import { findRule } from '../approvals/rule.ts'
import { findByName, requireRight } from '../approvals/rights.ts'
import type { ActorKind, Seat } from '../audit/audit.ts'
import { maybe, one, type Queryable } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { Sealed } from '../keys/personal-data.ts'
import { Refusal } from '../refusal.ts'
import { type Mutation, mutation, type MutationContext } from './command.ts'
import { hashInput } from './idempotency.ts'

/** What is proposed: a command with its input. */
type Proposed = {
  operation: string
  input: unknown
  /** What it gives, in whole rupiah; null where its input names no sum. */
  amount: number | null
  /** The maker: by id, or by the name under which they act on the command line. */
  maker: number | { name: string }
  seat: Seat | null
}

export type Proposal = { number: number; until: Date; isNew: boolean }

/** How many proposals of one person may wait at a time. */
const mostOpen = 500

/**
 * A command with its input as it is proposed.
 * @param foreseen what it answered in a dry run
 */
export const proposalOf = <Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  { operation, secondPair }: Mutation<Context, Input, Answer, Kind>,
  input: Input,
  foreseen: Answer,
): Pick<Proposed, 'operation' | 'input' | 'amount'> => ({
  operation,
  input,
  amount:
    typeof secondPair !== 'object'
      ? null
      : 'amount' in secondPair
        ? secondPair.amount(input)
        : secondPair.amountOf(foreseen),
})

/** Whether a rule asks for a second pair at this operation now. */
export const needsSecondPair = (context: MutationContext, operation: string): Promise<boolean> =>
  inTransaction(context.db, { repeatable: true }, async (tx) => (await findRule(tx, operation)) !== undefined)

/**
 * Proposes a command; it holds no money and changes nothing. The same one that still waits is not proposed again.
 * @throws Refusal STAFF_RIGHT_MISSING where the maker may not, PROPOSALS_TOO_MANY; Error where no rule asks for it
 */
export const propose = mutation<MutationContext, Proposed, Proposal>({
  operation: 'propose',
  permit: ['operator'],
  withoutSecondPair: 'a proposal gives nothing',
  async run(tx, { operation, input, amount, maker, seat }) {
    const rule = await findRule(tx, operation)
    if (!rule) throw new Error(`No rule asks for a second pair at ${operation}; nothing was proposed.`)
    const staffId = typeof maker === 'number' ? maker : ((await findByName(tx, maker.name))?.id ?? 0)
    await requireRight(tx, staffId, 'WORK')
    await one(
      tx,
      'platform.commands.lock_proposals',
      `select pg_advisory_xact_lock(hashtext('proposal'))::text as locked`,
    )
    const hash = hashInput(input)
    const waiting = await findWaiting(tx, { operation, hash, staffId })
    if (waiting) return { answer: { ...waiting, isNew: false }, subject: `proposal:${waiting.number}` }
    if ((await countOpen(tx, staffId)) >= mostOpen) throw new Refusal('PROPOSALS_TOO_MANY')
    const made = await one<{ number: number; until: Date }>(
      tx,
      'platform.commands.propose',
      `insert into proposal (number, operation, input, input_hash, amount, maker, seat, until)
       select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, app_now() + make_interval(hours => $7) from proposal
       returning number, until`,
      [
        operation,
        new Sealed(encodeInput(input)),
        hash,
        amount,
        staffId,
        seat && JSON.stringify(seat),
        rule.hours,
      ],
    )
    const detail = { operation, maker: staffId, hash: hash.toString('hex'), rule: rule.version }
    return {
      answer: { ...made, isNew: true },
      subject: `proposal:${made.number}`,
      detail: amount === null ? detail : { ...detail, amount },
    }
  },
})

const findWaiting = (
  tx: Transaction,
  { operation, hash, staffId }: { operation: string; hash: Buffer; staffId: number },
): Promise<{ number: number; until: Date } | undefined> =>
  maybe<{ number: number; until: Date }>(
    tx,
    'platform.commands.waiting_proposal',
    `select number, until from proposal
      where operation = $1 and input_hash = $2 and maker = $3 and ended is null and until > app_now()
      order by number limit 1`,
    [operation, hash, staffId],
  )

async function countOpen(tx: Queryable, staffId: number): Promise<number> {
  const { open } = await one<{ open: number }>(
    tx,
    'platform.commands.open_proposals',
    'select count(*) as open from proposal where maker = $1 and ended is null and until > app_now()',
    [staffId],
  )
  return open
}
