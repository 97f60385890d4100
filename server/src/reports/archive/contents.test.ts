import { addDays, type BusinessDate, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender, reserveFunding, aLoan, signFunding } from '../../../testing/people.ts'
import { issueConfirmation } from '../balance-confirmation/issue.ts'
import { issueDueStatements, statementPdf, statementsOfYear } from '../statements/index.ts'
import { closeMonthsFrom, dayOf, onDay } from '../../../testing/lent-months.ts'
import { moveVotesOn, withdrawVote } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aVotableLoan, aVote } from '../../../testing/votes.ts'
import { type ArchiveEntry, contentOf } from './entries.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** A lender who has funded in the month that was so many months ago. */
async function aFunderOf(monthsAgo: number): Promise<number> {
  const { context } = fixture
  const then = onDay(context, dayOf(monthsAgo, 5))
  const { lenderId } = await aLender(then, { cash: 5_000_000 })
  const open = { offerFrom: '2020-01-01', offerUntil: '2100-01-01', totalLoan: 10_000_000 }
  const loan = await aLoan(context, open)
  const { fundingId } = await reserveFunding(then, { lenderId, ...loan, amount: 1_000_000 })
  await signFunding(then, fundingId)
  return lenderId
}

const yearOf = (day: BusinessDate) => Number(day.slice(0, 4))
const confirm = (lenderId: number, on: BusinessDate) => issueConfirmation(fixture.context, lenderId, on, {})

async function everything(lenderId: number, year: number): Promise<ArchiveEntry[]> {
  const content = await contentOf(fixture.context, lenderId, year)
  const units: ArchiveEntry[][] = []
  for await (const unit of content.units()) units.push(unit)
  expect(units).toHaveLength(content.total)
  return units.flat()
}

test('STM-06 the ZIP of a year contains its agreements, issued statements and confirmations, and no tax documents', async () => {
  const lenderId = await aFunderOf(2)
  const { context } = fixture
  await closeMonthsFrom(context, 2)
  await issueDueStatements(context)
  const day = dayOf(1, 1)
  const year = yearOf(day)
  const { number } = await confirm(lenderId, day)
  const entries = await everything(lenderId, year)
  const months = [dayOf(2, 1), day].filter((month) => yearOf(month) === year)
  const statements = await statementsOfYear(context.db, lenderId, year)
  expect(statements.map(({ month }) => month)).toEqual(months)
  const kept = await Promise.all(statements.map((statement) => statementPdf(context, statement)))
  const of = (folder: string) => entries.filter(({ name }) => name.startsWith(`${folder}/`))
  expect(of('Rekening Koran').map(({ name }) => name)).toEqual(
    kept.map(({ name }) => `Rekening Koran/${name}.pdf`),
  )
  expect(of('Rekening Koran').map(({ input }) => input)).toEqual(kept.map(({ bytes }) => bytes))
  expect(of('Konfirmasi Saldo').map(({ name }) => name)).toEqual([`Konfirmasi Saldo/${number}.pdf`])
  expect(of('Perjanjian')).toHaveLength(months.length === 2 ? 2 : 0)
  expect(new Set(entries.map(({ name }) => name.split('/')[0]))).toEqual(
    new Set([...(months.length === 2 ? ['Perjanjian'] : []), 'Rekening Koran', 'Konfirmasi Saldo']),
  )
})

test('STM-06 the ZIP of a year has each balance confirmation once although one for an earlier day is issued meanwhile', async () => {
  const { lenderId } = await aLender(onDay(fixture.context, dayOf(2, 5)), { cash: 1_000_000 })
  const days = [10, 12, 14].map((day) => dayOf(1, day))
  const [first = ''] = days
  const numbers = []
  for (const day of days) numbers.push((await confirm(lenderId, day)).number)
  const content = await contentOf(fixture.context, lenderId, yearOf(first))
  const names: string[] = []
  for await (const unit of content.units()) {
    const [entry] = unit
    if (!entry?.name.startsWith('Konfirmasi Saldo/')) continue
    if (names.length === 0) await confirm(lenderId, addDays(first, -1))
    names.push(entry.name)
  }
  expect(names).toEqual(numbers.map((number) => `Konfirmasi Saldo/${number}.pdf`))
})

test('STM-06 the document archive of a year in which nothing was issued has no entries', async () => {
  const { lenderId } = await aLender(fixture.context)
  expect(await everything(lenderId, yearOf(businessDateOf(new Date())))).toEqual([])
})

test('STM-06 VOTE-05 the ZIP of a year has the addendum and the record of each vote in which the lender had a right, and of no other', async () => {
  const { context } = fixture
  const loan = await aVotableLoan(context, [720_000, 300_000])
  const [mine = 0] = loan.lenders
  const { voteId } = await aVote(context, loan.loanNumber)
  await aVote(context, (await aVotableLoan(context, [500_000])).loanNumber)
  const year = yearOf(businessDateOf(new Date()))
  const papers = async () =>
    (await everything(mine, year)).filter(({ name }) => name.startsWith('Pemungutan Suara/'))
  const names = async () => (await papers()).map(({ name }) => name.replace(/ \d{14} /, ' '))
  expect(await names()).toEqual([`Pemungutan Suara/${loan.loanNumber} Addendum.pdf`])
  await perform(context, withdrawVote, {
    actor: { kind: 'operator', name: 'test' },
    input: { voteId, reason: 'test' },
  })
  await moveVotesOn(context)
  expect((await names()).toSorted()).toEqual([
    `Pemungutan Suara/${loan.loanNumber} Addendum.pdf`,
    `Pemungutan Suara/${loan.loanNumber} Berita Acara.pdf`,
  ])
  for (const { input } of await papers()) expect(input.subarray(0, 5).toString()).toBe('%PDF-')
})
