import { createHash } from 'node:crypto'
import { addDays, type BusinessDate, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { takeOverMany } from '../../loans/index.ts'
import { listFundingDocuments } from './funding-documents.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const today = businessDateOf(new Date())

/** The years from that of the given day to the present one, newest first. */
function since(day: BusinessDate): number[] {
  const [first, last] = [Number(day.slice(0, 4)), Number(today.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, ago) => last - ago)
}

const yearsOf = async (lenderId: number) => {
  const { years, since: from } = await listFundingDocuments(fixture.context.db, lenderId, {})
  return { years, since: from }
}

test('STM-06 the years offered for archives begin with the opening of the account, even before the first funding', async () => {
  const { lenderId } = await aLender(fixture.context)
  expect(await yearsOf(lenderId)).toEqual({ years: [Number(today.slice(0, 4))], since: today })
  const joined = addDays(today, -800)
  const old = await aLender(longAgo(fixture.context, 800))
  expect(await yearsOf(old.lenderId)).toEqual({ years: since(joined), since: joined })
})

test('STM-06 the years offered for archives begin with a taken-over agreement that is older than the account', async () => {
  const { lenderId, phone } = await aLender(fixture.context, { cash: 10_000_000 })
  const signedOn = '2021-02-01'
  const { loanNumber } = await aDraftLoan(fixture.context, {
    offerFrom: '2021-01-01',
    offerUntil: '2021-01-31',
  })
  const sha256 = createHash('sha256').update('A/1').digest('hex')
  const parts = [
    { lenderPhone: phone, amount: 10_000_000, signedOn, agreement: { reference: 'A/1', sha256 } },
  ]
  const [taken] = await takeOverMany(fixture.context, { kind: 'operator', name: 'test' }, [
    { loanNumber, parts },
  ])
  expect(taken).toHaveProperty('answer')
  expect(await yearsOf(lenderId)).toEqual({ years: since(signedOn), since: signedOn })
})
