/**
 * 1,000 rounds of 200 lenders who want the last slices of a loan at once, through the lanes of two processes, with
 * some requests sent twice. Each round: exactly as many fundings as there are slices, the loan full to the rupiah,
 * everybody else refused; then the winners sign, or their time runs out. The books are audited after every round.
 *
 *   npx vitest run --config server/vitest.stress.config.ts last-slice
 *
 * ROUNDS=50 for fewer, SEED=7 for the same choices again, FAULTS=0.2 to break a fifth of the statements on the way.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { Database, many } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { aCrowd, theirAgreements } from '../testing/crowd.ts'
import { generator } from '../testing/faults.ts'
import { aLoan, fund, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { type FundingLane, makeFundingLane, releaseFunding } from './index.ts'

const rounds = Number(process.env.ROUNDS ?? 1_000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const lenderCount = 200
const chance = generator(seed)
const between = (least: number, most: number) => least + Math.floor(chance() * (most - least + 1))

let world: World
let other: Context
let lanes: readonly [FundingLane, FundingLane]
let lenders: number[]
let filler: number

beforeAll(async () => {
  world = await makeWorld()
  other = { ...world.context, db: new Database(world.context.db.options) }
  lanes = [makeFundingLane(world.context), makeFundingLane(other)]
  const cash = Array.from({ length: lenderCount }, () => 5_000_000_000)
  ;[filler = 0, ...lenders] = await aCrowd(world.context, [1_000_000_000_000, ...cash])
})
afterAll(async () => {
  await other.db.close()
  await world.close()
})

/** A loan of an odd amount that is full but for so many slices. */
async function aNearlyFullLoan(slices: number, slice: number) {
  const taken = slice + between(1, 3_000_000)
  const loan = await aLoan(world.context, { totalLoan: taken + slices * slice, minimumFunding: slice })
  const shown = [filler, ...lenders].map((lenderId) => ({
    lenderId,
    ...loan,
    amount: lenderId === filler ? taken : slice,
  }))
  await theirAgreements(world.context, shown)
  await fund(world.context, { lenderId: filler, loanId: loan.loanId, amount: taken })
  return { ...loan, taken }
}

/** What a lender is told; one in ten asks a second time under the same key, perhaps at the other process. */
async function want(lenderId: number, loanId: number, amount: number, key: string): Promise<string> {
  const ask = async () => {
    try {
      const call = { actor: { kind: 'lender' as const, lenderId }, input: { loanId, amount }, key }
      return (await lanes[between(0, 1) as 0 | 1].fund(call)).docToken
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

  expect(ends.filter((end) => end === 'LOAN_CLOSED')).toHaveLength(lenderCount - slices)
  const sold = await many<{ id: string; amount: number; token: string; left: number }>(
    world.context.db,
    'stress.sold',
    `select f.id, f.amount, f.id as token, p.total - p.funded - p.reserved as left
       from funding f join loan_position p using (loan_id) where f.loan_id = $1 order by f.amount desc`,
    [loan.loanId],
  )
  expect(sold.map(({ amount }) => amount).sort((a, b) => b - a)).toEqual(
    [loan.taken, ...Array.from({ length: slices }, () => slice)].sort((a, b) => b - a),
  )
  expect(sold.every(({ left }) => left === 0)).toBe(true)
  for (const token of ends.filter((end) => end !== 'LOAN_CLOSED')) {
    expect(sold.filter((one) => one.token === token)).toHaveLength(1)
  }
  const signing = chance() < 0.5
  for (const { id: fundingId } of sold) {
    if (signing) await signFunding(world.context, fundingId)
    else {
      const input = { fundingId, state: 'EXPIRED' as const }
      await perform(world.context, releaseFunding, { actor: { kind: 'system' }, input })
    }
  }
  return { milliseconds, fundings: slices }
}

test(`${rounds} rounds of ${lenderCount} lenders on the last slices, SEED=${seed}`, async () => {
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
    expect(await world.books()).toEqual([])
    auditing += performance.now() - start
    if (number % 50 === 0 || number === rounds) {
      process.stdout.write(
        `round ${number}: ${fundings} slices sold to ${number * lenderCount} requests, books whole; ` +
          `${seconds()} s, of these ${Math.round(racing / 1000)} racing and ${Math.round(auditing / 1000)} auditing\n`,
      )
    }
  }
})
