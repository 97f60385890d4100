import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../../server/src/context.ts'
import { many, one } from '../../../../server/src/platform/db/database.ts'
import { goodPassword, logIn } from '../../../../server/testing/http.ts'
import { aLoan, signFunding, reserveFunding } from '../../../../server/testing/people.ts'
import { aDisbursedLoan, longAgo, type LentLoan } from '../../../../server/testing/servicing.ts'
import { aVote, voteAs } from '../../../../server/testing/votes.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { disburseLoan } from '../../../../server/src/loans/testing.ts'
import type { FailPointStand } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator, reason } from './commands.ts'

const amounts = [600_000, 400_000]
const terms = { interest: '0.1', interestType: 'ANNUITY', tenor: 24, tenorPeriod: 'MONTH' } as const

const concernedIn = ({ loanId, fundings }: LentLoan) => ({
  lenders: fundings.map(({ lenderId }) => lenderId),
  loans: [loanId],
})

const lent = ({ context }: FailPointStand): Promise<LentLoan> =>
  aDisbursedLoan(context, amounts, { disbursedOn: daysAgo(35), loanNumber: `FP-${nextNumber()}` })

/** The votes of a loan with their counts, ballots, documents and notices. */
const votesOf = (context: Context, loanId: number) => (): Promise<unknown[]> =>
  many(
    context.db,
    'bench.votes',
    `select v.state, v.call, v.voted, v.agreed, v.principal, v.used_version as "usedVersion",
            (select count(*) from vote_right r where r.vote_id = v.id) as rights,
            (select count(*) from vote_ballot b where b.vote_id = v.id) as ballots,
            (select array_agg(d.kind order by d.kind) from vote_document d where d.vote_id = v.id) as documents,
            (select array_agg(n.kind order by n.kind) from notice n where n.data ->> 'voteId' = v.id::text) as notices
       from loan_vote v where v.loan_id = $1 order by v.opened_at`,
    [loanId],
  )

const called: Verb = {
  name: 'vote of lenders that the operator calls',
  commands: ['callVote'],
  async prepare(stand) {
    const loan = await lent(stand)
    const file = path.join(stand.folder, 'consent.pdf')
    writeFileSync(file, 'a consent')
    const { interest, interestType, tenor, tenorPeriod } = terms
    const args = [
      ...['loans', 'vote', 'call', loan.loanNumber, '--agreed-on', daysAgo(-20), '--interest', interest],
      ...[
        '--interest-type',
        interestType,
        '--tenor',
        String(tenor),
        '--tenor-period',
        tenorPeriod,
        ...reason,
      ],
      ...['--consent', `C-${nextNumber()}`, '--consent-provider', 'privy'],
      ...['--consent-at', `${daysAgo(1)}T10:00:00+07:00`, '--consent-file', file],
    ]
    return { ...commandOn(stand, concernedIn(loan), args), facts: votesOf(stand.context, loan.loanId) }
  },
}

const cast: Verb = {
  name: 'vote that a lender casts',
  commands: ['castVote'],
  async prepare(stand): Promise<Trial> {
    const { context, app } = stand
    const lender = await logIn(stand, app, { cash: 1_000_000 })
    const loan = await aLoan(context, {
      ...{ totalLoan: 1_000_000, minimumFunding: 100_000, loanNumber: `FP-${nextNumber()}` },
    })
    const { fundingId } = await reserveFunding(context, {
      ...{ lenderId: lender.lenderId, loanId: loan.loanId, loanNumber: loan.loanNumber, amount: 1_000_000 },
    })
    await signFunding(context, fundingId)
    const input = { loanNumber: loan.loanNumber, disbursedOn: daysAgo(0) }
    await perform(context, disburseLoan, { actor: operator, input })
    const { voteId } = await aVote(context, loan.loanNumber)
    return {
      ...{ lenders: [lender.lenderId], loans: [loan.loanId] },
      facts: votesOf(context, loan.loanId),
      ask: async () => {
        const body = { id: voteId, agrees: true, password: goodPassword }
        const answer = await lender.post('/votes/cast', body)
        if (answer.status !== 200) throw new Error(`a vote was answered with ${answer.status}`)
      },
      hasEnded: async () => true,
    }
  },
}

/** A vote of twenty days ago, in which the first lender agreed, who alone are more than half. */
async function aVoteThatIsOver(stand: FailPointStand) {
  const loan = await lent(stand)
  const then = longAgo(stand.context, 20)
  const vote = await aVote(then, loan.loanNumber, { ...terms, agreedOn: daysAgo(0), keepInterest: false })
  await voteAs(then, loan.fundings[0]?.lenderId ?? 0, vote.voteId, true)
  return { loan, vote }
}

const ended: Verb = {
  name: 'end of a vote',
  commands: ['endVote'],
  task: /^task moving votes on/,
  async prepare(stand): Promise<Trial> {
    const { loan } = await aVoteThatIsOver(stand)
    return {
      ...concernedIn(loan),
      facts: votesOf(stand.context, loan.loanId),
      // The worker looks every two seconds, and as it starts.
      ask: () => stand.restartWorker(),
      hasEnded: async () =>
        (
          await one<{ ended: boolean }>(
            stand.context.db,
            'bench.vote_ended',
            `select exists (select from loan_vote v join vote_document d on d.vote_id = v.id and d.kind = 'RECORD'
                             where v.loan_id = $1 and v.state = 'PASSED') as ended`,
            [loan.loanId],
          )
        ).ended,
    }
  },
}

/** Votes of lenders, which decide on the terms of what they are owed. */
export const voteVerbs: readonly Verb[] = [called, cast, ended]
