import { choosePassword } from '../../../../testing/choose-password.ts'
import { goodPassword, startApp, type TestApp } from '../../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { aVotableLoan, aVote, dayOfLoan, newTerms, voteAs } from '../../../../testing/votes.ts'
import { perform } from '../../../platform/commands/perform.ts'
import { many, one } from '../../../platform/db/database.ts'
import { recordRepayment } from '../../repayment/index.ts'
import { restructureLoan } from '../../terms/index.ts'
import type { CalledVote, CallVote } from '../call-vote.ts'
import { findVote } from '../store.ts'

export const operator = { kind: 'operator', name: 'test' } as const

/** A database with an app, and what the tests of votes do on it. */
export type VoteScenario = ReturnType<typeof scenarioOn>

export async function makeVoteScenario(): Promise<VoteScenario> {
  const fixture = await makeFixture()
  return scenarioOn(fixture, await startApp(fixture))
}

function scenarioOn(fixture: Fixture, app: TestApp) {
  const { context } = fixture
  let payments = 0
  return {
    fixture,
    aLoan: () => aVotableLoan(context, [720_000, 300_000, 180_000]),
    call: (loanNumber: string, changes: Partial<CallVote> = {}) => aVote(context, loanNumber, changes),
    vote: (lenderId: number | undefined, voteId: string, agrees: boolean) =>
      voteAs(context, lenderId ?? 0, voteId, agrees),
    async stateOf(voteId: string) {
      const found = await findVote(context.db, voteId)
      return [found?.state, found?.call, found?.voted, found?.agreed]
    },
    restructure(loanNumber: string, { sha256 }: Pick<CalledVote, 'sha256'>, changes: object = {}) {
      const { reason: _, askedBy: __, consent: ___, ...terms } = newTerms()
      return perform(context, restructureLoan, {
        actor: operator,
        input: { loanNumber, ...terms, agreement: { reference: `ADD-${loanNumber}`, sha256 }, ...changes },
      })
    },
    /** Records a payment without a penalty. @returns its reference */
    async pay(loanNumber: string, amount: number): Promise<string> {
      payments += 1
      const reference = `VOTE-${payments}`
      const input = { loanNumber, reference, paidOn: dayOfLoan(1, 1), amount, penalty: 0 }
      await perform(context, recordRepayment, { actor: operator, input })
      return reference
    },
    async noticesOf(lenderId: number | undefined): Promise<string[]> {
      const rows = await many<{ kind: string }>(
        context.db,
        'test.vote_notices',
        `select kind from notice where lender_id = $1 and kind like 'VOTE%' order by created_at, id`,
        [lenderId],
      )
      return rows.map(({ kind }) => kind)
    },
    async loggedIn(lenderId: number | undefined) {
      const { phone } = await one<{ phone: string }>(
        context.db,
        'test.voter',
        'select phone from lender where id = $1',
        [lenderId],
      )
      await choosePassword(context, phone, goodPassword)
      const { json } = await app.post('/auth/login', {
        ...{ phoneNumber: phone, password: goodPassword, type: 'lender' },
      })
      const token: string = json.token
      return {
        get: (path: string) => app.get(path, { token }),
        post: (path: string, body: unknown) => app.post(path, body, { token }),
      }
    },
    async close() {
      await app.close()
      await fixture.close()
    },
  }
}
