import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { balanceChanged, useUntil } from '../terms/index.ts'
import { endVote, notifyRights } from './end-vote.ts'
import { operatorOf, recordContent } from './papers.ts'
import { findVote, insertVoteDocument, lockVote, rightsOf, sumsOf } from './store.ts'

const page = 100

/** SQL: when the running call of `v` began; and how many of its two reminders are due: half-way, and a day before its end. */
const began = 'coalesce(v.first_ended_at, v.opened_at)'
const remindersDue = `((app_clock() >= ${began} + (v.ends_at - ${began}) / 2)::int
  + (app_clock() >= greatest(v.ends_at - interval '1 day', ${began} + (v.ends_at - ${began}) / 2))::int)`

/**
 * The worker's recurring task: ends the votes that are over or void, reminds who has not voted, and makes the records of
 * ended votes. Each in its own transaction; one that fails is tried again at the next run and delays no other.
 */
export async function moveVotesOn(context: Context, signal?: AbortSignal): Promise<void> {
  await each(context, signal, await due(context.db), (voteId) =>
    perform(context, endVote, system({ voteId })),
  )
  await each(context, signal, await toRemind(context.db), (voteId) =>
    perform(context, remind, system({ voteId })),
  )
  await each(context, signal, await unrecorded(context.db), (voteId) => makeRecord(context, voteId))
}

const system = <Input>(input: Input) => ({ actor: { kind: 'system' as const }, input })

async function each(
  context: Context,
  signal: AbortSignal | undefined,
  votes: readonly { id: string }[],
  work: (voteId: string) => Promise<unknown>,
): Promise<void> {
  for (const { id } of votes) {
    if (signal?.aborted) return
    try {
      await work(id)
    } catch (error) {
      context.log.error({ err: error, voteId: id }, 'a vote was not moved on')
    }
  }
}

const due = (db: Queryable): Promise<{ id: string }[]> =>
  many(
    db,
    'loans.votes.due',
    `select v.id from loan_vote v left join loan_servicing s on s.loan_id = v.loan_id
      where v.state in ('OPEN', 'PASSED')
        and (v.state = 'OPEN' and v.ends_at <= app_clock() or v.state = 'PASSED' and ${useUntil} <= app_clock()
             or ${balanceChanged})
      order by v.ends_at, v.id limit $1`,
    [page],
  )

const toRemind = (db: Queryable): Promise<{ id: string }[]> =>
  many(
    db,
    'loans.votes.to_remind',
    `select v.id from loan_vote v
      where v.state = 'OPEN' and v.ends_at > app_clock() and v.reminded < ${remindersDue} order by v.ends_at, v.id limit $1`,
    [page],
  )

/** Reminds who has not voted, once for each moment that has come; two that were missed are one. */
const remind = mutation<Context, { voteId: string }, { reminded: number }>({
  operation: 'remindOfVote',
  permit: ['system'],
  async run(tx, { voteId }, { context }) {
    await lockVote(tx, voteId)
    const done = await maybe<{ reminded: number; loanNumber: string; endsAt: Date }>(
      tx,
      'loans.votes.remind',
      `update loan_vote v set reminded = ${remindersDue} from loan l
        where v.id = $1 and l.id = v.loan_id and v.state = 'OPEN' and v.ends_at > app_clock() and v.reminded < ${remindersDue}
        returning v.reminded, l.loan_number as "loanNumber", v.ends_at as "endsAt"`,
      [voteId],
    )
    if (done) {
      const { loanNumber, endsAt } = done
      const until = endsAt.toISOString()
      await notifyRights(
        tx,
        context,
        { id: voteId, loanNumber },
        (row) => ({ kind: 'VOTE_REMINDER', data: { ...row, until } }),
        true,
      )
    }
    return { answer: { reminded: done?.reminded ?? 0 }, subject: `vote:${voteId}` }
  },
})

const unrecorded = (db: Queryable): Promise<{ id: string }[]> =>
  many(
    db,
    'loans.votes.unrecorded',
    `select v.id from loan_vote v
      where v.ended_at is not null and not exists (select from vote_document d where d.vote_id = v.id and d.kind = 'RECORD')
      order by v.ended_at, v.id limit $1`,
    [page],
  )

/** Renders the record of an ended vote outside a transaction, and stores it; made twice, the first one stays. */
async function makeRecord(context: Context, voteId: string): Promise<void> {
  const { db, config, clock, renderer, contents } = context
  const vote = await findVote(db, voteId)
  if (!vote) return
  const [sums, rights] = [await sumsOf(db, voteId), await rightsOf(db, voteId)]
  const at = clock.now()
  const bytes = await renderer.renderReport(recordContent(operatorOf(config), at, vote, { sums, rights }), at)
  const kept = await contents.keep(bytes)
  await perform(context, storeRecord, system({ voteId, sha256: kept.sha256.toString('hex'), kept }))
}

type Made = { voteId: string; sha256: string; kept: Awaited<ReturnType<Context['contents']['keep']>> }

const storeRecord = mutation<Context, Made, { isNew: boolean }>({
  operation: 'storeVoteRecord',
  permit: ['system'],
  async run(tx, { voteId, sha256, kept }, { context }) {
    const isNew = await insertVoteDocument(tx, {
      ...{ id: context.random.secureId(), voteId, kind: 'RECORD', kept },
    })
    return { answer: { isNew }, subject: `vote:${voteId}`, detail: { sha256, isNew } }
  },
})
