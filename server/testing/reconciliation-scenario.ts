import type { Line } from '../src/outside/bank/testing/paying-bank.ts'
import { many, one } from '../src/platform/db/database.ts'
import { addDays } from '@pematang/contract/format/business-date'
import type { FixtureOptions } from './fixture.ts'
import { operatorOn } from './operator.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from './withdrawal-scenario.ts'
import { type StoredDifference, listDifferences, reconcileDay } from '../src/cash/testing.ts'

export type StatementScenario = WithdrawalScenario & {
  /** Adds lines to the bank's statement. */
  list(...lines: Line[]): void
  /** Removes lines from the bank's statement. */
  unlist(...lines: Line[]): void
  /** An instant so many days from now. */
  instant(days: number): Date
  /** Reconciles the day so many days from now, as on the morning after it. */
  compare(days: number, methodPayment?: 1 | 2): Promise<{ found: string[]; open: string[] }>
  /** The open differences. */
  differences(): Promise<StoredDifference[]>
  operator: ReturnType<typeof operatorOn>
}

const dayMs = 86_400_000
const named = ({ kind, subject, theirs }: StoredDifference) =>
  subject.startsWith('line:') ? `${kind} ${theirs}` : `${kind} ${subject}`

/** Two paying banks whose statements the test controls. */
export async function aStatementScenario(options: FixtureOptions = {}): Promise<StatementScenario> {
  const scenario = await aWithdrawalScenario(options)
  const { context } = scenario.fixture
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  const listed: Line[] = []
  scenario.bank.lines = (own) => [...own, ...listed, ...toppedUp]
  const toppedUp: Line[] = []
  /** Adds the initial cash of test lenders to the statement, which must contain it. */
  const listTopUps = async () => {
    const rows = await many<{ id: string; amount: number; at: Date }>(
      context.db,
      'test.top_ups',
      `select payment_request_id as id, amount, told_at as at from bank_payment
        where bank = 'BNI' and payment_request_id like 'test-%'`,
    )
    const lines = rows.map(
      ({ id, amount, at }): Line => ({
        ...{ type: 'CREDIT', amount, at, reference: null, payment: { id, number: '' } },
      }),
    )
    toppedUp.splice(0, Infinity, ...lines)
  }
  return {
    ...scenario,
    operator: operatorOn(scenario.fixture),
    list(...lines) {
      listed.push(...lines)
    },
    unlist(...lines) {
      for (const line of lines) listed.splice(listed.indexOf(line), 1)
    },
    instant: (days) => new Date(Date.now() + days * dayMs),
    differences: () => listDifferences(context.db, { methodPayment: null, all: false }),
    async compare(days, methodPayment = 1) {
      await listTopUps()
      scenario.fixture.travel(`${days} days`)
      try {
        const { differences, open } = await reconcileDay(context, {
          methodPayment,
          day: addDays(today, days),
          actor: { kind: 'system' },
        })
        return { found: differences.map(named), open: open.map(named) }
      } finally {
        scenario.fixture.travel(undefined)
      }
    },
  }
}
