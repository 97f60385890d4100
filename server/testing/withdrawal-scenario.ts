import type { Withdrawal } from '@pematang/contract/cash/withdrawal/endpoints'
import { cashOf } from '../src/books/index.ts'
import { startPayingBank, type TestBank } from '../src/outside/bank/testing/paying-bank.ts'
import { many } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { storeBankAccount } from '../src/lenders/testing.ts'
import { aBank, withdrawalJobs } from '../src/cash/testing.ts'
import { runAllJobs } from './drain.ts'
import { goodPassword, type LoggedIn, logIn, startApp, type TestApp } from './http.ts'
import { makeFixture, type Fixture, type FixtureOptions } from './fixture.ts'

export type WithdrawalScenario = {
  fixture: Fixture
  app: TestApp
  /** BNI, whose bank code is 009. */
  bank: TestBank
  other: TestBank
  /** A lender with a session and a registered account, by default at another bank than BNI. */
  lender(options?: { cash?: number; bankCode?: string }): Promise<Withdrawer>
  /** Runs the jobs while time passes, until no withdrawal is pending; at most 90 minutes. */
  followAll(): Promise<void>
  /** Moves the clock this many seconds ahead, runs the jobs that are due, and sets the clock back. */
  follow(seconds: number): Promise<number>
  close(): Promise<void>
}

export type Withdrawer = LoggedIn & {
  /** The request body for withdrawing this amount. */
  body(amount: number, more?: object): Record<string, unknown>
  /**
   * Withdraws.
   * @returns the answer
   */
  withdraw(amount: number, more?: object, key?: string): Promise<Withdrawal>
  cash(): Promise<number>
}

let accounts = 0

export async function aWithdrawalScenario(options: FixtureOptions = {}): Promise<WithdrawalScenario> {
  const [bank, other] = await Promise.all([startPayingBank('009'), startPayingBank('999')])
  const fixture = await makeFixture({
    ...options,
    settings: { BANK_TIMEOUT_MS: '400', ...options.settings },
    overrides: {
      banks: [
        { ...aBank(1).bank, outbound: bank.outbound },
        { ...aBank(2).bank, outbound: other.outbound },
      ],
      ...options.overrides,
    },
  })
  const { context } = fixture
  const app = await startApp(fixture)
  const jobs = withdrawalJobs(context)
  const silent = { error: () => {}, warn: () => {} }

  const follow = async (seconds: number) => {
    fixture.travel(`${seconds} seconds`)
    const done = await runAllJobs(context, jobs, silent)
    fixture.travel(undefined)
    return done
  }
  return {
    fixture,
    app,
    bank,
    other,
    follow,
    async followAll() {
      for (let seconds = 0; seconds < 5_400; seconds += 60) {
        await follow(seconds)
        const open = await many(
          context.db,
          'test.open',
          'select from withdrawal where ended_at is null limit 1',
        )
        if (open.length === 0) return
      }
      throw new Error('a withdrawal did not end')
    },
    async lender({ cash = 1_000_000, bankCode = '014' } = {}) {
      const lender = await logIn(fixture, app, { cash })
      accounts += 1
      const account = {
        accountName: `Pemberi Dana ${lender.phone.slice(-4)}`,
        accountNumber: `77${String(accounts).padStart(8, '0')}`,
        bankCode,
      }
      await perform(context, storeBankAccount, {
        actor: { kind: 'operator', name: 'test' },
        input: {
          lenderId: lender.lenderId,
          ...account,
          bankBranch: 'Jakarta',
          bankName: 'Bank',
          methodPayment: 1,
        },
      })
      const body = (amount: number, more: object = {}) => ({
        ...account,
        amount,
        password: goodPassword,
        reason: 'Kebutuhan pribadi',
        methodPayment: 1,
        ...more,
      })
      return {
        ...lender,
        body,
        async withdraw(amount, more, key) {
          const answer = await lender.pay('/withdrawals', body(amount, more), key)
          if (answer.status !== 200) throw new Error(`${answer.status} ${answer.bytes.toString()}`)
          return answer.json as Withdrawal
        },
        cash: async () => (await cashOf(context.db, lender.lenderId)).available,
      }
    },
    async close() {
      await app.close()
      await fixture.close()
      await Promise.all([bank.close(), other.close()])
    },
  }
}

/** The state of withdrawals and the reason of their end, by id. */
export async function statesOf({ context }: Fixture): Promise<Map<string, string>> {
  const rows = await many<{ id: string; state: string; reason: string | null }>(
    context.db,
    'test.states',
    'select id, state, end_reason as reason from withdrawal',
  )
  return new Map(rows.map(({ id, state, reason }) => [id, reason === null ? state : `${state} ${reason}`]))
}
