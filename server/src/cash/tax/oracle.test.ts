import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator } from '../../../testing/loan-operations.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxStatus } from '../../lenders/testing.ts'
import { lenderTax } from './lender-year.ts'
import { aLentLoan, breachesOf, goTo, pay } from './testing/tax-month.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

type Status = { status: 'DOMESTIC' | 'NO_TAX_NUMBER' | 'FOREIGN'; kind: string; rate: number }
const statuses: readonly Status[] = [
  { status: 'DOMESTIC', kind: 'PPH23', rate: 0.15 },
  { status: 'NO_TAX_NUMBER', kind: 'PPH23', rate: 0.3 },
  { status: 'FOREIGN', kind: 'PPH26', rate: 0.2 },
]
/** What was recorded: a payment under a tax status, or its reversal. */
type Recorded = { month: string; reference: string; status: Status; sign: 1 | -1 }

/** Pseudo-random numbers from 0 to below 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.each([1, 2, 3])(
  'TAX-01 TAX-05 the tax of a random year of payments, reversals and status changes equals an independent calculation (%d)',
  async (seed) => {
    const random = numbersFrom(seed)
    const pick = (below: number) => Math.floor(random() * below)
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    let status = statuses[0] as Status
    const recorded: Recorded[] = []
    for (let no = 0; no < 24; no += 1) {
      const day = `2026-${String(2 + Math.floor(no / 3)).padStart(2, '0')}-${String(5 + (no % 3) * 9).padStart(2, '0')}`
      const month = day.slice(0, 7)
      goTo(fixture, day)
      if (random() < 0.4) {
        status = statuses[pick(3)] as Status
        const input = { lenderId, status: status.status }
        await perform(fixture.context, storeTaxStatus, { actor: operator, input })
      }
      const last = recorded.at(-1)
      if (random() < 0.25 && last?.sign === 1) {
        const input = { reference: last.reference, reason: 'misread' }
        await perform(fixture.context, reverseRepayment, { actor: operator, input })
        recorded.push({ ...last, month, sign: -1 })
      } else {
        const reference = `ORACLE-${seed}-${no}`
        await pay(fixture, day, { loanNumber, amount: 1_001 + pick(60_000), reference })
        recorded.push({ month, reference, status, sign: 1 })
      }
    }
    const { months, interest, tax } = await lenderTax(fixture.context, lenderId, 2026)
    const shown = months.flatMap(({ period, lines }) =>
      lines.map((line) => [`${period} ${line.kind} ${line.rate}`, [line.interest, line.tax]] as const),
    )
    const wanted = await reckon(lenderId, recorded)
    expect(new Map(shown)).toEqual(wanted)
    expect([interest, tax]).toEqual(
      [0, 1].map((column) => [...wanted.values()].reduce((sum, line) => sum + (line[column] ?? 0), 0)),
    )
    expect(recorded.filter(({ sign }) => sign < 0).length).toBeGreaterThan(0)
    expect(await breachesOf(fixture)).toEqual([])
  },
)

/**
 * Computes the tax by the rule alone: floor(interest of a month at a rate x rate), whatever came in it; where reversals
 * outweigh the interest of a month, each gives back what was withheld.
 */
async function reckon(
  lenderId: number,
  recorded: readonly Recorded[],
): Promise<Map<string, [number, number]>> {
  const payments = await many<{ reference: string; interest: number }>(
    fixture.context.db,
    'test.parts',
    `select p.reference, sum(r.interest)::bigint as interest
       from lender_repayment r join loan_payment p on p.id = r.payment_id
      where r.lender_id = $1 and p.reverses is null and r.interest > 0 group by p.reference`,
    [lenderId],
  )
  const withheld = new Map<string, number>()
  const sums = new Map<string, [number, number]>()
  for (const { month, reference, status, sign } of recorded) {
    const paid = payments.find((one) => one.reference === reference)?.interest ?? 0
    const key = `${month} ${status.kind} ${status.rate}`
    const [before, taxBefore] = sums.get(key) ?? [0, 0]
    const interest = before + sign * paid
    const isBelow = sign < 0 && interest < 0
    const tax = isBelow
      ? taxBefore - (withheld.get(reference) ?? 0)
      : Math.trunc(Math.round(interest * status.rate * 100) / 100)
    withheld.set(reference, tax - taxBefore)
    sums.set(key, [interest, tax])
  }
  return new Map([...sums].filter(([, [interest, tax]]) => interest !== 0 || tax !== 0))
}
