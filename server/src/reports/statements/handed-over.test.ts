import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { takeBackTransfer, transferHoldings } from '../../funding/testing.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { dayOf, lendIn, type Lent, onDay, operator as actor, pay } from '../../../testing/lent-months.ts'
import { aLender } from '../../../testing/people.ts'
import { compareMonths } from './testing/compare.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

let documents = 0
const handOver = (
  { lenderId, loanNumber }: Lent,
  toLender: number,
  days: { on: BusinessDate; from: BusinessDate },
) =>
  perform(onDay(fixture.context, days.on), transferHoldings, {
    actor,
    input: {
      ...{
        fromLender: lenderId,
        toLender,
        valueDate: days.from,
        kind: 'DEATH',
        reason: 'waris',
        price: null,
      },
      document: { name: `SKW ${(documents += 1)}`, sha256: 'ab'.repeat(32) },
      loanNumbers: [loanNumber],
    },
  })
const writeOff = ({ loanNumber }: Lent, on: BusinessDate) =>
  perform(onDay(fixture.context, on), writeOffLoan, {
    actor,
    input: { loanNumber, writtenOffOn: on, reason: 'macet' },
  })

test('STM-08 OPS-04 the average principal of a statement counts a transferred holding for each holder by its days, also where it is taken back or written off', async () => {
  const { context } = fixture
  const { lenderId: heir } = await aLender(onDay(context, dayOf(3, 4)))
  const [plain, back, lost, losing] = [
    await lendIn(context, 3),
    await lendIn(context, 3),
    await lendIn(context, 3),
    await lendIn(context, 3),
  ]
  for (const { loanNumber } of [plain, back]) {
    await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(2, 10) })
    await pay(context, loanNumber, { amount: 112_000, recordedOn: dayOf(1, 10) })
  }
  await handOver(plain, heir, { on: dayOf(1, 12), from: dayOf(1, 12) })
  // The payment of the 10th is passed on, and comes back.
  const { orderId } = await handOver(back, heir, { on: dayOf(1, 15), from: dayOf(1, 2) })
  const input = { orderId: orderId ?? '', reason: 'keliru' }
  await perform(onDay(context, dayOf(1, 21)), takeBackTransfer, { actor, input })
  await writeOff(lost, dayOf(1, 6))
  await handOver(lost, heir, { on: dayOf(1, 14), from: dayOf(1, 14) })
  await pay(context, lost.loanNumber, { amount: 50_000, recordedOn: dayOf(1, 20) })
  await handOver(losing, heir, { on: dayOf(1, 9), from: dayOf(1, 9) })
  await writeOff(losing, dayOf(1, 18))

  const { differences, sums } = await compareMonths(context, dayOf(1, 1), 3)
  expect(differences).toEqual([])
  expect(sums['average']).toBeGreaterThan(0)
  expect((await fixture.books()).filter(({ invariant }) => invariant !== 'I33e')).toEqual([])
})
