import type { VoteState } from '@pematang/contract/loans/votes/endpoints'
import type { Context } from '../../context.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { balanceChanged, balanceChangedInTime, useUntil } from '../terms/index.ts'
import { outcomeOf } from './count.ts'
import { findVote, lockVote, sumsOf, type VoteRow } from './store.ts'

/** `state` is OPEN where a second call began, or nothing was due. */
export type EndedVote = { voteId: string; loanNumber: string; state: VoteState; changed: boolean }

type Moment = { over: boolean; void: boolean; stale: boolean; late: boolean }

/**
 * Moves a vote on by database time. Before its end, and at it, it is void once a payment, a write-off or other terms have
 * changed the balance; at its end it is counted, by the ballots and payments before that moment, whenever the worker
 * comes. Below the first quorum a second call begins. One that has passed lapses when the balance changes before it is
 * used, or nobody uses it in time. Locks the loan's vote alone.
 */
export const endVote = mutation<Context, { voteId: string }, EndedVote>({
  operation: 'endVote',
  permit: ['system'],
  async run(tx, { voteId }, { context }) {
    await lockVote(tx, voteId)
    const vote = required(await findVote(tx, voteId), 'NOT_FOUND')
    const due = await momentOf(tx, voteId)
    const state = await moveOn(tx, context, vote, due)
    const answer = {
      ...{ voteId, loanNumber: vote.loanNumber, state: state ?? vote.state },
      changed: state !== null,
    }
    return { answer, subject: `vote:${voteId}`, detail: { ...answer, ...due } }
  },
})

const momentOf = (tx: Queryable, voteId: string): Promise<Moment> =>
  one<Moment>(
    tx,
    'loans.votes.moment',
    `select v.ends_at <= app_clock() as over, ${balanceChangedInTime} as void, ${balanceChanged} as stale,
            ${useUntil} <= app_clock() as late
       from loan_vote v left join loan_servicing s on s.loan_id = v.loan_id where v.id = $1`,
    [voteId],
  )

/** @returns the new state; null if nothing was due */
async function moveOn(
  tx: Queryable,
  context: Context,
  vote: VoteRow,
  { over, void: isVoid, stale, late }: Moment,
): Promise<VoteState | null> {
  if (vote.state === 'PASSED') return stale || late ? lapse(tx, context, vote, stale) : null
  if (vote.state !== 'OPEN' || !(over || isVoid)) return null
  if (isVoid) {
    await closeVote(tx, context, vote, { state: 'VOID', because: 'Saldo pinjaman berubah.' })
    return 'VOID'
  }
  const { voted, agreed } = await sumsOf(tx, vote.id)
  const outcome = outcomeOf(vote.call, { principal: vote.principal, voted, agreed }, vote.rule)
  if (outcome !== 'NO_QUORUM' || vote.call === 2) {
    await closeVote(tx, context, vote, { state: outcome, because: null })
    return outcome
  }
  await callAgain(tx, context, vote, voted)
  return 'OPEN'
}

/** Begins the second call. The ballots of the first one stand, and can be changed. */
async function callAgain(tx: Queryable, context: Context, vote: VoteRow, voted: number): Promise<void> {
  const { endsAt } = await one<{ endsAt: Date }>(
    tx,
    'loans.votes.call_again',
    `update loan_vote set call = 2, reminded = 0, first_ended_at = ends_at, first_voted = $2,
            ends_at = app_clock() + $3 * interval '1 day' where id = $1 returning ends_at as "endsAt"`,
    [vote.id, voted, vote.rule.secondDays],
  )
  await notifyRights(tx, context, vote, (row) => ({
    kind: 'VOTE_SECOND_CALL',
    data: { ...row, until: endsAt.toISOString() },
  }))
}

/** A vote that has passed and is not used keeps its count; who voted is told. */
async function lapse(tx: Queryable, context: Context, vote: VoteRow, stale: boolean): Promise<VoteState> {
  await run(tx, 'loans.votes.lapse', `update loan_vote set state = 'LAPSED', because = $2 where id = $1`, [
    vote.id,
    stale ? 'Saldo pinjaman berubah.' : 'Tidak dipakai sampai batas waktunya.',
  ])
  await notifyEnd(tx, context, vote, 'LAPSED')
  return 'LAPSED'
}

/** Ends an open vote with the count as it stands, and notifies every lender with a right. */
export async function closeVote(
  tx: Queryable,
  context: Context,
  vote: VoteRow,
  end: { state: 'PASSED' | 'REFUSED' | 'NO_QUORUM' | 'WITHDRAWN' | 'VOID'; because: string | null },
): Promise<void> {
  const { voted, agreed } = await sumsOf(tx, vote.id)
  await run(
    tx,
    'loans.votes.close',
    `update loan_vote set state = $2, because = $3, ended_at = app_clock(), voted = $4, agreed = $5 where id = $1`,
    [vote.id, end.state, end.because, voted, agreed],
  )
  await notifyEnd(tx, context, vote, end.state)
}

type Notice =
  | {
      kind: 'VOTE_SECOND_CALL' | 'VOTE_REMINDER'
      data: { voteId: string; loanNumber: string; amount: number; until: string }
    }
  | { kind: 'VOTE_ENDED'; data: { voteId: string; loanNumber: string; amount: number; state: EndState } }
export type EndState = 'PASSED' | 'REFUSED' | 'NO_QUORUM' | 'WITHDRAWN' | 'VOID' | 'LAPSED'

const notifyEnd = (tx: Queryable, context: Context, vote: VoteRow, state: EndState): Promise<void> =>
  notifyRights(tx, context, vote, (row) => ({ kind: 'VOTE_ENDED', data: { ...row, state } }))

/**
 * Notifies the lenders with a right in a vote.
 * @param silentOnly only those who have not voted
 */
export async function notifyRights(
  tx: Queryable,
  { random }: Pick<Context, 'random'>,
  { id: voteId, loanNumber }: Pick<VoteRow, 'id' | 'loanNumber'>,
  noticeOf: (row: { voteId: string; loanNumber: string; amount: number }) => Notice,
  silentOnly = false,
): Promise<void> {
  const rights = await many<{ lenderId: number; amount: number }>(
    tx,
    'loans.votes.to_notify',
    `select lender_id as "lenderId", weight as amount from vote_right
      where vote_id = $1 and (agrees is null or not $2) order by lender_id`,
    [voteId, silentOnly],
  )
  const notices = rights.map(({ lenderId, amount }) => ({
    ...{ lenderId, id: random.uuid() },
    ...noticeOf({ voteId, loanNumber, amount }),
  }))
  const [first] = notices
  if (first) await notifyLenders(tx, first.kind, notices)
}

/**
 * Withdraws a vote that is open, or has passed and is not used: what was proposed is taken back, with a reason that lenders
 * read. Repeated, it answers the same.
 * @throws Refusal NOT_FOUND, VOTE_ENDED, INPUT_INVALID
 */
export const withdrawVote = mutation<Context, { voteId: string; reason: string }, EndedVote>({
  operation: 'withdrawVote',
  permit: ['operator'],
  withoutSecondPair: 'it takes a proposal back, and gives nothing',
  async run(tx, { voteId, reason }, { context }) {
    if (reason === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    required(await lockVote(tx, voteId), 'NOT_FOUND')
    const vote = required(await findVote(tx, voteId), 'NOT_FOUND')
    const { loanNumber, state } = vote
    const answer = { voteId, loanNumber, state: 'WITHDRAWN' as const, changed: state !== 'WITHDRAWN' }
    if (state === 'OPEN') await closeVote(tx, context, vote, { state: 'WITHDRAWN', because: reason })
    else if (state === 'PASSED') {
      await run(
        tx,
        'loans.votes.withdraw',
        `update loan_vote set state = 'WITHDRAWN', because = $2 where id = $1`,
        [voteId, reason],
      )
      await notifyEnd(tx, context, vote, 'WITHDRAWN')
    } else if (state !== 'WITHDRAWN') throw new Refusal('VOTE_ENDED')
    return { answer, subject: `vote:${voteId}`, detail: { ...answer, reason } }
  },
})
