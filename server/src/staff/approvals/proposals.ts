import type { Context } from '../../context.ts'
import { confirm, endProposal, lockProposal, refuse } from '../../platform/approvals/decision.ts'
import { decodeInput } from '../../platform/approvals/input.ts'
import { staffBody } from '../../platform/approvals/staff.ts'
import { findByName } from '../../platform/approvals/rights.ts'
import type { Seat } from '../../platform/audit/audit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import { Refusal, required } from '../../platform/refusal.ts'

export type ProposalState = 'WAITING' | 'EXPIRED' | 'DONE' | 'REFUSED' | 'WITHDRAWN'

/** A proposal without its input. */
export type ProposalRow = {
  number: number
  operation: string
  /** Whole rupiah; null where the input names no sum. */
  amount: number | null
  maker: string
  at: Date
  until: Date
  state: ProposalState
  endedAt: Date | null
}

export type Vote = { name: string; verdict: 'AGREED' | 'REFUSED'; at: Date; needed: number }

/** A proposal with what would be run, and who decided what. */
export type ProposalSheet = ProposalRow & {
  input: unknown
  hash: string
  seat: Seat | null
  votes: Vote[]
}

export const proposalColumns = `p.number, p.operation, p.amount, s.name as maker, p.at, p.until, p.ended_at as "endedAt",
  coalesce(p.ended, case when p.until <= app_now() then 'EXPIRED' else 'WAITING' end) as state`

/** A page of proposals, newest first: those that wait, or all. */
export async function listProposals(
  db: Queryable,
  { all, limit, after = null }: { all: boolean; limit: number; after?: number | null },
): Promise<Page<ProposalRow>> {
  const values = [limit + 1, after]
  const rows = all
    ? await many<ProposalRow>(
        db,
        'staff.approvals.list',
        `select ${proposalColumns} from proposal p join staff s on s.id = p.maker
          where $2::bigint is null or p.number < $2 order by p.number desc limit $1`,
        values,
      )
    : await many<ProposalRow>(
        db,
        'staff.approvals.list_waiting',
        `select ${proposalColumns} from proposal p join staff s on s.id = p.maker
          where p.ended is null and p.until > app_now() and ($2::bigint is null or p.number < $2)
          order by p.number desc limit $1`,
        values,
      )
  return cutPage(rows, limit, ({ number }) => String(number))
}

/** @throws Refusal PROPOSAL_NOT_FOUND */
export async function findProposal(db: Queryable, number: number): Promise<ProposalSheet> {
  const found = await maybe<Omit<ProposalSheet, 'input' | 'votes'> & { input: string }>(
    db,
    'staff.approvals.find',
    `select ${proposalColumns}, p.input, encode(p.input_hash, 'hex') as hash, p.seat
       from proposal p join staff s on s.id = p.maker where p.number = $1`,
    [number],
  )
  const row = required(found, 'PROPOSAL_NOT_FOUND')
  const votes = await many<Vote>(
    db,
    'staff.approvals.votes',
    `select s.name, d.verdict, d.at, d.needed from proposal_decision d join staff s on s.id = d.staff_id
      where d.proposal = $1 order by d.at, d.staff_id`,
    [number],
  )
  return { ...row, input: decodeInput(row.input), votes }
}

/**
 * Withdraws a proposal; another may be made in its place.
 * @throws Refusal if it has ended, or the maker is another person
 */
export const withdrawProposal = mutation<
  Context,
  { number: number; maker: number | { name: string } },
  { operation: string }
>({
  operation: 'withdrawProposal',
  permit: ['operator'],
  withoutSecondPair: 'it takes a proposal away',
  async run(tx, { number, maker }) {
    const proposal = await lockProposal(tx, staffBody, number)
    const staffId = typeof maker === 'number' ? maker : (await findByName(tx, maker.name))?.id
    if (proposal.maker !== staffId) throw new Refusal('STAFF_RIGHT_MISSING')
    await endProposal(tx, staffBody, number, 'WITHDRAWN')
    const { operation } = proposal
    return { answer: { operation }, subject: `proposal:${number}`, detail: { operation } }
  },
})

/**
 * Says that a proposal which was typed on the command line is one's own. The name typed there proves nothing: whoever
 * decides could have proposed in the name of a colleague, so nobody decides before. `staffId` is whom the caller has
 * authenticated.
 * @throws Refusal STAFF_RIGHT_MISSING if it is another's, or PROPOSAL_… if it has ended
 */
export const confirmProposal = mutation<Context, { number: number; staffId: number }, { operation: string }>({
  operation: 'confirmProposal',
  permit: ['operator'],
  withoutSecondPair: 'it says whose a proposal is, and agrees to nothing',
  async run(tx, { number, staffId }) {
    const { operation } = await confirm(tx, staffBody, number, staffId)
    return { answer: { operation }, subject: `proposal:${number}`, detail: { operation } }
  },
})

/**
 * Refuses a proposal, which ends it. `staffId` is whom the caller has authenticated.
 * @throws Refusal if they may not decide it
 */
export const refuseProposal = mutation<
  Context,
  { number: number; staffId: number; reason: string },
  { operation: string }
>({
  operation: 'refuseProposal',
  permit: ['operator'],
  withoutSecondPair: 'it takes a proposal away',
  async run(tx, { number, staffId, reason }) {
    const { operation } = await refuse(tx, staffBody, number, { person: staffId })
    return { answer: { operation }, subject: `proposal:${number}`, detail: { operation, reason } }
  },
})
