import type { Body } from '../approvals/body.ts'
import { encodeInput } from '../approvals/input.ts'
import { findRule } from '../approvals/rule.ts'
import { staffBody } from '../approvals/staff.ts'
import { proposalJob, readSum, type Sum, sumOf } from '../approvals/gate.ts'
import { findByName, holdersOf, requireRight } from '../approvals/rights.ts'
import type { ActorKind, Seat } from '../audit/audit.ts'
import { maybe, one, type Queryable } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/queue.ts'
import { Sealed } from '../keys/personal-data.ts'
import { Refusal } from '../refusal.ts'
import { type Mutation, mutation, type MutationContext } from './command.ts'
import { hashInput } from './idempotency.ts'

type Proposed = {
  operation: string
  input: unknown
  /** What it gives; what is not in its input is read in the transaction that proposes it. */
  amount: Sum
  /** The maker: by id, or by the name under which they act on the command line. */
  maker: number | { name: string }
  seat: Seat | null
  /** What its dry run has found, as `staff/actions` keeps it. */
  foreseen?: string | null
}

export type Proposal = { number: number; until: Date; isNew: boolean }

/** How many proposals of one person may wait at a time. */
const mostOpen = 500

export const proposalOf = <Context extends MutationContext, Input, Answer, Kind extends ActorKind>(
  command: Mutation<Context, Input, Answer, Kind>,
  input: Input,
): Pick<Proposed, 'operation' | 'input' | 'amount'> => ({
  operation: command.operation,
  input,
  amount: sumOf(command, input),
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
  async run(tx, { operation, input, amount: sum, maker, seat, foreseen = null }, { context }) {
    const rule = await findRule(tx, operation)
    if (!rule) throw new Error(`No rule asks for a second pair at ${operation}; nothing was proposed.`)
    const staffId = typeof maker === 'number' ? maker : ((await findByName(tx, maker.name))?.id ?? 0)
    await requireRight(tx, staffId, 'WORK')
    const hash = hashInput(input)
    const amount = await readSum(tx, sum)
    const made = await insertProposal(tx, staffBody, {
      ...{ operation, input, hash, amount, maker: staffId, hours: rule.hours },
      own: {
        seat: seat && JSON.stringify(seat),
        foreseen: foreseen === null ? null : new Sealed(foreseen),
      },
    })
    if (!made.isNew) return { answer: made, subject: `proposal:${made.number}` }
    await tellOf(tx, context, made.number, { maker: staffId, isTyped: seat !== null })
    const detail = { operation, maker: staffId, hash: hash.toString('hex'), rule: rule.version }
    return {
      answer: made,
      subject: `proposal:${made.number}`,
      detail: amount === null ? detail : { ...detail, amount },
    }
  },
})

/** Has everybody told who may decide it, and whoever it names if that name was only typed. */
async function tellOf(
  tx: Transaction,
  { random }: MutationContext,
  number: number,
  { maker, isTyped }: { maker: number; isTyped: boolean },
): Promise<void> {
  const deciders = (await holdersOf(tx, 'DECIDE')).filter((staffId) => staffId !== maker)
  const told = [...deciders, ...(isTyped ? [maker] : [])].map((staffId) => ({
    id: random.uuid(),
    kind: proposalJob,
    payload: { number, staffId },
  }))
  if (told.length > 0) await enqueue(tx, told)
}

type NewProposal = {
  operation: string
  input: unknown
  hash: Buffer
  /** Whole rupiah; null where it names no sum. */
  amount: number | null
  maker: number
  hours: number
  /** It waits no longer, also if it had more hours. */
  last?: Date | undefined
  /** The columns that only this body has. */
  own: Readonly<Record<string, unknown>>
}

/**
 * Stores a proposal, unless the same one of the same maker still waits.
 * @throws Refusal PROPOSALS_TOO_MANY
 */
export async function insertProposal(
  tx: Transaction,
  { tables: { proposal: table } }: Body,
  { operation, input, hash, amount, maker, hours, last, own }: NewProposal,
): Promise<Proposal> {
  // What a person proposed is not what their key did.
  const key = own['key_id']
  await one(
    tx,
    `platform.commands.lock_${table}s`,
    `select pg_advisory_xact_lock(hashtext('${table}'))::text as locked`,
  )
  const waiting = await maybe<{ number: number; until: Date }>(
    tx,
    `platform.commands.waiting_${table}`,
    `select number, until from ${table}
      where operation = $1 and input_hash = $2 and maker = $3 and ended is null and until > app_now()
        ${key === undefined ? '' : 'and key_id is not distinct from $4'} order by number limit 1`,
    [operation, hash, maker, ...(key === undefined ? [] : [key])],
  )
  if (waiting) return { ...waiting, isNew: false }
  if ((await countOpen(tx, table, maker)) >= mostOpen) throw new Refusal('PROPOSALS_TOO_MANY')
  const columns = Object.keys(own)
  const made = await one<{ number: number; until: Date }>(
    tx,
    `platform.commands.insert_${table}`,
    `insert into ${table} (number, operation, input, input_hash, amount, maker, until${columns.map((name) => `, ${name}`).join('')})
     select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, least(app_now() + make_interval(hours => $6), $7::timestamptz)
            ${columns.map((_, place) => `, $${place + 8}`).join('')} from ${table}
     returning number, until`,
    [
      ...[operation, new Sealed(encodeInput(input)), hash, amount, maker, hours, last ?? null],
      ...Object.values(own),
    ],
  )
  return { ...made, isNew: true }
}

async function countOpen(tx: Queryable, table: string, maker: number): Promise<number> {
  const { open } = await one<{ open: number }>(
    tx,
    `platform.commands.open_${table}s`,
    `select count(*) as open from ${table} where maker = $1 and ended is null and until > app_now()`,
    [maker],
  )
  return open
}
