/**
 * 1,000 rounds in which 200 lenders want the last slices of a loan at once, through the batchers of two processes, with
 * some requests sent twice. After each round there are exactly as many fundings as slices, the loan is full to the
 * rupiah, and all others were refused; then the winners sign, or their time runs out. The books are audited after every
 * round.
 *
 * npx vitest run --config server/vitest.stress.config.ts last-slice
 *
 * ROUNDS=50 runs fewer, SEED=7 repeats the same choices, FAULTS=0.2 breaks a fifth of the statements.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { Database, many } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { aCrowd, theirAgreements } from '../testing/crowd.ts'
import { generator } from '../testing/faults.ts'
import { aLoan, fund, signFunding } from '../testing/people.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { type FundingBatcher, makeFundingBatcher, releaseFunding } from '../src/funding/testing.ts'

const rounds = Number(process.env.ROUNDS ?? 1_000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const lenderCount = 200
const chance = generator(seed)
const between = (least: number, greatest: number) => least + Math.floor(chance() * (greatest - least + 1))

let fixture: Fixture
let other: Context
let batchers: readonly [FundingBatcher, FundingBatcher]
let lenders: number[]
let filler: number

beforeAll(async () => {
  fixture = await makeFixture()
  other = { ...fixture.context, db: new Database(fixture.context.db.options) }
  batchers = [makeFundingBatcher(fixture.context), makeFundingBatcher(other)]
  const cash = Array.from({ length: lenderCount }, () => 5_000_000_000)
  ;[filler = 0, ...lenders] = await aCrowd(fixture.context, [1_000_000_000_000, ...cash])
})
afterAll(async () => {
  await other.db.close()
  await fixture.close()
})

/** A loan of an odd amount in which only the given number of slices is left. */
async function aNearlyFullLoan(slices: number, slice: number) {
  const taken = slice + between(1, 3_000_000)
  const loan = await aLoan(fixture.context, { totalLoan: taken + slices * slice, minimumFunding: slice })
  const shown = [filler, ...lenders].map((lenderId) => ({
    lenderId,
    ...loan,
    amount: lenderId === filler ? taken : slice,
  }))
  await theirAgreements(fixture.context, shown)
  await fund(fixture.context, { lenderId: filler, loanId: loan.loanId, amount: taken })
  return { ...loan, taken }
}

/**
 * Requests a funding and returns its outcome. One in ten requests is repeated under the same key, perhaps at the other
 * process.
 */
async function want(lenderId: number, loanId: number, amount: number, key: string): Promise<string> {
  const ask = async () => {
    try {
      const call = { actor: { kind: 'lender' as const, lenderId }, input: { loanId, amount }, key }
      return (await batchers[between(0, 1) as 0 | 1].fund(call)).docToken
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }
  const answers = await Promise.all(chance() < 0.1 ? [ask(), ask()] : [ask()])
  expect(new Set(answers).size).toBe(1)
  return answers[0] ?? ''
}

async function round(number: number): Promise<{ milliseconds: number; fundings: number }> {
  const slices = chance() < 0.5 ? 1 : between(2, 8)
  const slice = between(100_001, 499_999)
  const loan = await aNearlyFullLoan(slices, slice)

  const start = performance.now()
  const ends = await Promise.all(lenders.map((id) => want(id, loan.loanId, slice, `last-slice-${number}`)))
  const milliseconds = performance.now() - start

  expect(ends.filter((end) => end === 'LOAN_TAKEN')).toHaveLength(lenderCount - slices)
  const sold = await many<{ id: string; amount: number; token: string; left: number }>(
    fixture.context.db,
    'stress.sold',
    `select f.id, f.amount, f.id as token, p.total - p.funded - p.reserved as left
       from funding f join loan_position p using (loan_id) where f.loan_id = $1 order by f.amount desc`,
    [loan.loanId],
  )
  expect(sold.map(({ amount }) => amount).sort((a, b) => b - a)).toEqual(
    [loan.taken, ...Array.from({ length: slices }, () => slice)].sort((a, b) => b - a),
  )
  expect(sold.every(({ left }) => left === 0)).toBe(true)
  for (const token of ends.filter((end) => end !== 'LOAN_TAKEN')) {
    expect(sold.filter((one) => one.token === token)).toHaveLength(1)
  }
  const signing = chance() < 0.5
  for (const { id: fundingId } of sold) {
    if (signing) await signFunding(fixture.context, fundingId)
    else {
      const input = { fundingId, state: 'EXPIRED' as const }
      await perform(fixture.context, releaseFunding, { actor: { kind: 'system' }, input })
    }
  }
  return { milliseconds, fundings: slices }
}

test(`a loan is never overfunded in ${rounds} rounds of ${lenderCount} lenders on its last remainder, SEED=${seed}`, async () => {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  let fundings = 0
  let racing = 0
  let auditing = 0
  for (let number = 1; number <= rounds; number += 1) {
    const done = await round(number)
    fundings += done.fundings
    racing += done.milliseconds
    const start = performance.now()
    expect(await fixture.books()).toEqual([])
    auditing += performance.now() - start
    if (number % 50 === 0 || number === rounds) {
      process.stdout.write(
        `round ${number}: ${fundings} slices sold to ${number * lenderCount} requests, books whole; ` +
          `${seconds()} s, of these ${Math.round(racing / 1000)} racing and ${Math.round(auditing / 1000)} auditing\n`,
      )
    }
  }
})
