import { createReadStream } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bookedOf,
  compare,
  type Group,
  groupOf,
  groups,
  noAgreement,
} from '../../scripts/make-sample/agreement.ts'
import { lifeOf } from '../../scripts/make-sample/life-of.ts'
import { type SourceLoan, streamSource } from '../../scripts/make-sample/source.ts'
import { creditTopUp } from '../src/cash/index.ts'
import { sealWithin } from '../src/platform/audit/seal.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { one } from '../src/platform/db/database.ts'
import { aLender } from '../testing/people.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { play } from './play.ts'

const actor = { kind: 'operator', name: 'test' } as const
const extract = new URL('../../sample/extract.csv', import.meta.url)
let fixture: Fixture
let phones: string[]
beforeAll(async () => {
  fixture = await makeFixture()
  phones = []
  for (let n = 0; n < 5; n += 1) {
    const { phone, lenderId } = await aLender(fixture.context)
    phones.push(phone)
    const input = {
      bank: 'BNI' as const,
      paymentRequestId: `play-${n}`,
      lenderId,
      amount: 20_000_000_000,
      reason: 'test',
    }
    await perform(fixture.context, creditTopUp, { actor, input })
  }
})
afterAll(() => fixture.close())

/** The loans of the extract. Only a few in a run under FAULTS, because each statement fails repeatedly. */
async function sourceLoans(): Promise<SourceLoan[]> {
  const loans: SourceLoan[] = []
  for await (const batch of streamSource(createReadStream(extract))) loans.push(...batch)
  return fixture.faults ? loans.filter((loan, place) => loan.termMonths === 36 && place % 9 === 0) : loans
}

test('SRV-01 replaying real loans leaves books that agree with their source file, and a second replay changes nothing', async () => {
  const { context } = fixture
  const loans = await sourceLoans()
  const lives = loans.map((loan) => lifeOf(loan, phones))
  expect((await play(context, actor, lives)).refused).toEqual([])
  const booked = new Map(
    (
      await bookedOf(
        context.db,
        lives.map(({ loan }) => loan.loanNumber),
      )
    ).map((row) => [row.number, row]),
  )
  const agreements = new Map(
    groups.map((group): [Group, ReturnType<typeof noAgreement>] => [group, noAgreement()]),
  )
  for (const [place, loan] of loans.entries()) {
    const row = booked.get(lives[place]?.loan.loanNumber ?? '')
    const agreement = agreements.get(groupOf(loan))
    if (row && agreement) compare(agreement, loan, row)
  }
  for (const [group, agreement] of agreements) {
    const { loans: all } = agreement
    expect([group, agreement.lateFee, agreement.recovered]).toEqual([group, all, all])
    if (group === 'charged off') expect(agreement.together).toBe(all)
    else expect(agreement.principal).toBe(all)
  }
  // Row 2 of the file paid 1.2% more interest than its schedule requires.
  const toTerm = agreements.get('paid to term')
  const odd = loans.filter(({ loanNo }) => loanNo === 2).length
  expect(toTerm?.interestPerMille).toBe((toTerm?.loans ?? 0) - odd)
  await sealWithin(context.db, 'ALL')
  expect(await fixture.books()).toEqual([])
  const transfers = () => one(context.db, 'test.transfers', 'select count(*) as transfers from transfer')
  const before = await transfers()
  expect((await play(context, actor, lives)).refused).toEqual([])
  expect(await transfers()).toEqual(before)
})
