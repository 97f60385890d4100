import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { aFundedLoan, longAgo } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { takeOverLoan } from '../take-over/index.ts'
import { flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { disburse } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

test('FIX-11 a disbursement dated before the last funding was settled is refused, and one on that day accepted', async () => {
  const { loanNumber } = await aFundedLoan(fixture.context, [500_000, 300_000], flat)
  const { funded, before } = await one<{ funded: string; before: string }>(
    longAgo(fixture.context).db,
    'test.funded_on',
    'select business_day(app_now()) as funded, business_day(app_now()) - 1 as before',
  )
  await expect(disburse(loanNumber, '2019-01-01')).rejects.toMatchObject({ code: 'DATE_BEFORE_FUNDING' })
  await expect(disburse(loanNumber, before)).rejects.toMatchObject({ code: 'DATE_BEFORE_FUNDING' })
  expect(await disburse(loanNumber, funded)).toMatchObject({ disbursedOn: funded })
})

test('FIX-11 a taken-over loan cannot be disbursed before its last agreement was signed', async () => {
  const { phone } = await aLender(fixture.context, { cash: 10_000_000 })
  const { loanNumber } = await aDraftLoan(fixture.context)
  const part = (signedOn: string, reference: string) => ({
    ...{ lenderPhone: phone, amount: 5_000_000, signedOn },
    agreement: { reference, sha256: 'ab'.repeat(32) },
  })
  const parts = [part('2024-03-18', 'ARSIP-1'), part('2024-03-20', 'ARSIP-2')]
  await perform(fixture.context, takeOverLoan, { actor: operator, input: { loanNumber, parts } })
  await expect(disburse(loanNumber, '2024-03-19')).rejects.toMatchObject({ code: 'DATE_BEFORE_FUNDING' })
  expect(await disburse(loanNumber, '2024-03-20')).toMatchObject({ disbursedOn: '2024-03-20' })
})
