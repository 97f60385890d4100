import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aClass, incomeAlone, limitsInForce } from '../../../testing/limits.ts'
import { aLender, aLoan, anAgreement } from '../../../testing/people.ts'
import { Database, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { makeFundingBatcher } from './index.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Disabled?: boolean; Plans?: Plan[] }

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it looks at plans' })
})
afterAll(() => fixture.close())

const disabledNodes = (plan: Plan): string[] => [
  // PostgreSQL also marks the parents of a disabled node; only the scans themselves are reported.
  ...(plan.Disabled && plan['Relation Name'] ? [`${plan['Node Type']} of ${plan['Relation Name']}`] : []),
  ...(plan.Plans ?? []).flatMap(disabledNodes),
]

test('each statement of a funding under limits finds its rows without a sequential scan', async ({
  skip,
}) => {
  const { context } = fixture
  const { version } = await one<{ version: number }>(
    context.db,
    'test.version',
    `select current_setting('server_version_num')::integer as version`,
  )
  skip(
    version < 180_000,
    'the plan of unknown values, and what is disabled in it, are shown from PostgreSQL 18 on',
  )
  await limitsInForce(context, incomeAlone)
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 100_000_000 })
  const { loanId, loanNumber } = await aLoan(context, { totalLoan: 10_000_000 })
  const wanted = { lenderId, loanId, loanNumber, amount: 1_000_000 }
  await anAgreement(context, wanted)

  const texts = new Set<string>()
  const db = new Database({
    ...context.db.options,
    beforeStatement(text) {
      texts.add(text)
      return Promise.resolve()
    },
  })
  try {
    await makeFundingBatcher({ ...context, db }).fund({
      actor: { kind: 'lender', lenderId },
      input: { loanId, amount: wanted.amount },
      key: context.random.uuid(),
    })
  } finally {
    await db.close()
  }
  const statements = [...texts].filter((text) => /^\s*(select|insert|update|with)\b/.test(text))
  expect(statements.length).toBeGreaterThan(5)
  const found: string[] = []
  for (const text of statements) {
    await inTransaction(context.db, { repeatable: true }, async (tx) => {
      await tx.query({ text: 'set local enable_seqscan = off' })
      const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        text: `explain (generic_plan, format json) ${text}`,
      })
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) found.push(...disabledNodes(plan).map((scan) => `${scan} in ${text}`))
    })
  }
  expect(found).toEqual([])
})
