import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../../../server/src/context.ts'
import { many, one } from '../../../../server/src/platform/db/database.ts'
import { goodPassword, logIn } from '../../../../server/testing/http.ts'
import { aLoan, signFunding, reserveFunding } from '../../../../server/testing/people.ts'
import { aDisbursedLoan, longAgo, type LentLoan } from '../../../../server/testing/servicing.ts'
import { asksForVotes, aVote, moveOn, voteAs } from '../../../../server/testing/votes.ts'
import { perform } from '../../../../server/src/platform/commands/perform.ts'
import { disburseLoan } from '../../../../server/src/loans/testing.ts'
import { type FailPointStand, untilAnswered } from '../stand.ts'
import { nextNumber, type Trial, type Verb } from '../verb.ts'
import { commandOn, daysAgo, operator, reason } from './commands.ts'

const amounts = [600_000, 400_000]
const terms = { interest: '0.1', interestType: 'ANNUITY', tenor: 24, tenorPeriod: 'MONTH' } as const
const termsInWords = [
  ...['--interest', terms.interest, '--interest-type', terms.interestType],
  ...['--tenor', String(terms.tenor), '--tenor-period', terms.tenorPeriod],
]

const concernedIn = ({ loanId, fundings }: LentLoan) => ({
  lenders: fundings.map(({ lenderId }) => lenderId),
  loans: [loanId],
})

const lent = ({ context }: FailPointStand): Promise<LentLoan> =>
  aDisbursedLoan(context, amounts, { disbursedOn: daysAgo(35), loanNumber: `FP-${nextNumber()}` })

/** The votes of a loan with their counts, ballots, documents and notices, without reminders, which the worker may send or not. */
const votesOf = (context: Context, loanId: number) => (): Promise<unknown[]> =>
  many(
    context.db,
    'bench.votes',
    `select v.state, v.call, v.voted, v.agreed, v.principal, v.used_version as "usedVersion",
            (select count(*) from vote_right r where r.vote_id = v.id) as rights,
            (select count(*) from vote_ballot b where b.vote_id = v.id) as ballots,
            array(select d.kind from vote_document d where d.vote_id = v.id order by d.kind) as documents,
            (select array_agg(n.kind order by n.kind) from notice n
              where n.data ->> 'voteId' = v.id::text and n.kind <> 'VOTE_REMINDER') as notices
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
    const args = [
      ...['loans', 'vote', 'call', loan.loanNumber, '--agreed-on', daysAgo(-20), ...termsInWords, ...reason],
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
        const answer = await untilAnswered(() => lender.post('/votes/cast', body))
        if (answer.status !== 200) throw new Error(`a vote was answered with ${answer.status}`)
      },
      hasEnded: async () => true,
    }
  },
}

/** A vote that ends some seconds after it was called, on terms that begin today; nobody has voted yet. */
const callIn = (then: Context, { loanNumber }: LentLoan) =>
  aVote(then, loanNumber, { ...terms, agreedOn: daysAgo(0), keepInterest: false })

const dayMs = 86_400_000
/** For how long the worker finds nothing due of a vote of a trial, in which its ballots are cast. */
const openMs = 4_000
/** The database at the time at which what takes so many days ends in `openMs`. */
const shortlyBefore = ({ context }: FailPointStand, days: number): Context =>
  longAgo(context, days - openMs / dayMs)

/** @throws Error where the worker came first, so that the trial is prepared anew */
async function checkOpen({ db }: Context, voteId: string): Promise<void> {
  const { open } = await one<{ open: boolean }>(
    db,
    'bench.vote_open',
    `select state = 'OPEN' and ends_at between app_clock() and app_clock() + interval '1 minute' as open
       from loan_vote where id = $1`,
    [voteId],
  )
  if (!open) throw new Error('a vote was moved on before its trial')
}

/** The worker moves a vote on, which comes to this state; of 1,000,000 the first lender has 600,000. */
function movedOn(
  stand: FailPointStand,
  loan: LentLoan,
  { state, call, hasRecord }: { state: string; call: 1 | 2; hasRecord: boolean },
): Trial {
  const facts = votesOf(stand.context, loan.loanId)
  return {
    ...concernedIn(loan),
    facts,
    // It ends by itself.
    ask: async () => {},
    hasEnded: async () => {
      const [vote] = (await facts()) as { state: string; call: number; documents: string[] }[]
      return vote?.state === state && vote.call === call && vote.documents.includes('RECORD') === hasRecord
    },
  }
}

/** Reminders of the same minute are no work of these. */
const movingOn = /^task moving votes on(?!.*remindOfVote)/

/** A vote that ends in some seconds, in which one lender agreed. */
async function aVoteThatEnds(stand: FailPointStand, voter: 0 | 1): Promise<LentLoan> {
  const loan = await lent(stand)
  const { days } = asksForVotes
  const then = shortlyBefore(stand, days)
  const { voteId } = await callIn(then, loan)
  await voteAs(then, loan.fundings[voter]?.lenderId ?? 0, voteId, true)
  await checkOpen(stand.context, voteId)
  return loan
}

const ended: Verb = {
  name: 'end of a vote',
  commands: ['endVote'],
  task: movingOn,
  async prepare(stand) {
    const loan = await aVoteThatEnds(stand, 0)
    return movedOn(stand, loan, { state: 'PASSED', call: 1, hasRecord: true })
  },
}

const secondCall: Verb = {
  name: 'second call of a vote',
  commands: ['endVote'],
  task: movingOn,
  async prepare(stand) {
    const loan = await aVoteThatEnds(stand, 1)
    return movedOn(stand, loan, { state: 'OPEN', call: 2, hasRecord: false })
  },
}

const secondCallEnded: Verb = {
  name: 'end of the second call of a vote',
  commands: ['endVote'],
  task: movingOn,
  async prepare(stand) {
    const loan = await lent(stand)
    const { days, secondDays } = asksForVotes
    const then = longAgo(stand.context, days + secondDays + 1)
    const { voteId } = await callIn(then, loan)
    // At once, because the worker finds it due too.
    await moveOn(shortlyBefore(stand, secondDays))
    await voteAs(stand.context, loan.fundings[1]?.lenderId ?? 0, voteId, true)
    await checkOpen(stand.context, voteId)
    return movedOn(stand, loan, { state: 'PASSED', call: 2, hasRecord: true })
  },
}

const used: Verb = {
  name: 'new terms on which lenders voted',
  commands: ['restructureLoan'],
  async prepare(stand) {
    const loan = await lent(stand)
    const then = longAgo(stand.context, asksForVotes.days + 1)
    const { voteId } = await callIn(then, loan)
    await voteAs(then, loan.fundings[0]?.lenderId ?? 0, voteId, true)
    await moveOn(stand.context)
    const addendum = path.join(stand.folder, `addendum-${nextNumber()}.pdf`)
    await stand.operator(['loans', 'vote', 'show', loan.loanNumber, '--addendum', addendum])
    const agreement = ['--agreement', `ADD/${nextNumber()}`, '--agreement-file', addendum]
    const args = ['loans', 'restructure', loan.loanNumber, '--agreed-on', daysAgo(0), ...termsInWords]
    const facts = votesOf(stand.context, loan.loanId)
    return {
      ...commandOn(stand, concernedIn(loan), [...args, ...agreement]),
      facts,
      async check() {
        const [vote] = (await facts()) as { state: string }[]
        if (vote?.state !== 'USED') throw new Error(`new terms left their vote ${vote?.state}`)
      },
    }
  },
}

const withdrawn: Verb = {
  name: 'vote that the operator withdraws',
  commands: ['withdrawVote'],
  async prepare(stand) {
    const loan = await lent(stand)
    const { voteId } = await callIn(stand.context, loan)
    const args = ['loans', 'vote', 'withdraw', voteId, ...reason]
    // The worker makes the record behind it.
    const end = movedOn(stand, loan, { state: 'WITHDRAWN', call: 1, hasRecord: true })
    return { ...end, ...commandOn(stand, concernedIn(loan), args), hasEnded: () => end.hasEnded() }
  },
}

export const voteVerbs: readonly Verb[] = [called, cast, ended, secondCall, secondCallEnded, used, withdrawn]
