import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { lenderTax } from '../../cash/testing.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { readVote, reverseDisbursement, reverseRepayment } from '../../loans/testing.ts'
import { restructureLoan } from '../../loans/index.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aClass, limitsInForce } from '../../../testing/limits.ts'
import { operator as actor, servicingOf } from '../../../testing/loan-operations.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan as anOffer, reserveFunding, signFunding } from '../../../testing/people.ts'
import { aDisbursedLoan, type LentLoan, setTaxRate } from '../../../testing/servicing.ts'
import { aVotableLoan, aVote, voteAs, dayOfLoan } from '../../../testing/votes.ts'
import { takeBackTransfer, transferHoldings } from './index.ts'

let fixture: Fixture
let command: ReturnType<typeof operatorOn>
let folder: string
const { cash, disburse, repay, settle, statusOf } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
  command = operatorOn(fixture)
  folder = mkdtempSync(path.join(tmpdir(), 'pematang-holdings-'))
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await fixture.close()
})

/** 900,000 over 3 months at 12% flat: 309,000 each on the last days of February to April 2026. */
const aLoan = () =>
  aDisbursedLoan(fixture.context, [600_000, 300_000], {
    ...{ interestType: 'FLAT', interest: '0.12', tenor: 3, tenorPeriod: 'MONTH', disbursedOn: '2026-01-31' },
    taxRates: [150_000, 150_000],
  })
const holderOf = (loan: LentLoan): number => loan.fundings[0]?.lenderId ?? 0
let documents = 0
type Asked = Partial<Parameters<typeof transferHoldings.run>[1]>
const transfer = (fromLender: number, toLender: number, more: Asked = {}) =>
  perform(fixture.context, transferHoldings, {
    actor,
    input: {
      ...{ fromLender, toLender, valueDate: '2026-03-01', kind: 'DEATH', reason: 'waris' },
      document: { name: `SKW ${(documents += 1)}`, sha256: 'ab'.repeat(32) },
      ...{ loanNumbers: null, price: null },
      ...more,
    },
  })
const takeBack = (orderId: string | null) =>
  perform(fixture.context, takeBackTransfer, { actor, input: { orderId: orderId ?? '', reason: 'wrong' } })

/** The interest of this year and the tax withheld, as the lenders' tax papers have them. */
const taxOf = (lenders: readonly number[]) =>
  Promise.all(
    lenders.map(async (lenderId) => {
      const year = Number(businessDateOf(new Date()).slice(0, 4))
      const { interest, tax } = await lenderTax(fixture.context, lenderId, year)
      return { interest, tax }
    }),
  )

/** What lenders got of a loan, what is withheld and owed to them, and their cash: without ids. */
async function stateOf(loan: LentLoan, lenders: readonly number[]) {
  const got = await many<{ lender: number }>(
    fixture.context.db,
    'test.received',
    `select array_position($2::bigint[], r.lender_id) as lender, r.funding_id = $3 as own, r.no, sum(r.principal)::bigint as principal,
            sum(r.interest)::bigint as interest, sum(r.penalty)::bigint as penalty
       from lender_repayment r join loan_payment p on p.id = r.payment_id where p.loan_id = $1
      group by 1, 2, 3 having sum(r.principal + r.interest + r.penalty) <> 0 order by 1, 2, 3`,
    [loan.loanId, lenders, loan.fundings[0]?.fundingId],
  )
  const owed = await many(
    fixture.context.db,
    'test.owed',
    `select array_position($2::bigint[], lender_id) as lender, principal_due, interest_due from funding_balance
      where loan_id = $1 and principal_due + interest_due > 0 order by 1`,
    [loan.loanId, lenders],
  )
  return { got, owed, cash: await Promise.all(lenders.map(cash)), tax: await taxOf(lenders) }
}

/** Who was told of transfers, whether the holdings are theirs, and whether by taking one back. */
const toldOf = async (lenders: readonly number[]) =>
  (
    await many<{ lenderId: number; data: { isMine: boolean; undone: boolean } }>(
      fixture.context.db,
      'test.told',
      `select lender_id as "lenderId", data from notice where kind = 'HOLDINGS_TRANSFERRED' and lender_id = any($1)
        order by id`,
      [lenders],
    )
  ).map(({ lenderId, data }) => [lenderId, data.isMine, data.undone])

describe('OPS-04 holdings that go to another lender', () => {
  test('OPS-04 payments made before the day are the former holder’s, those from that day on the new one’s, with tax by their own rate', async () => {
    const loan = await aLoan()
    const { lenderId: heir } = await aLender(fixture.context)
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 309_000 })
    const done = await transfer(holderOf(loan), heir)
    expect(done).toMatchObject({ holdings: 1, principal: 400_000, interest: 12_000, payments: 0 })
    expect(await cash(heir)).toBe(0)
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-03-31', amount: 309_000 })
    // 200,000 and 6,000 of interest less 15% of tax.
    expect([await cash(holderOf(loan)), await cash(heir)]).toEqual([205_100, 205_100])
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-04-30', amount: 309_000 })
    expect([await cash(heir), await statusOf(loan.loanId)]).toEqual([410_200, 'REPAID'])
  })

  test('OPS-04 a payment recorded later goes to whoever held on its day, and its reversal takes it from them', async () => {
    const loan = await aLoan()
    const { lenderId: heir } = await aLender(fixture.context)
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-03-31', amount: 309_000, reference: 'LATE-1' })
    expect(await transfer(holderOf(loan), heir)).toMatchObject({ payments: 1 })
    expect([await cash(holderOf(loan)), await cash(heir)]).toEqual([0, 205_100])
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 100_000, reference: 'EARLY-1' })
    expect(await cash(holderOf(loan))).toBeGreaterThan(0)
    const before = await cash(holderOf(loan))
    await perform(fixture.context, reverseRepayment, { actor, input: { reference: 'LATE-1', reason: 'x' } })
    expect([await cash(holderOf(loan)), await cash(heir)]).toEqual([before, 0])
  })

  test('OPS-04 who gets what, and who is taxed for it, does not depend on the order in which payments and transfers are recorded', async () => {
    const day = fc.integer({ min: 0, max: 88 }).map((days) => addDays('2026-02-01', days))
    const event = fc.record({ paidOn: day, amount: fc.integer({ min: 20_000, max: 150_000 }) })
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(day, { minLength: 1, maxLength: 2 }),
      fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
      fc.boolean(),
      async (payments, days, places, regretted) => {
        const [natural, shuffled] = [await lifeOf(), await lifeOf()]
        const transfers = days
          .toSorted()
          .map((on, place) => ({ on, act: (life: Life) => life.pass(place, on) }))
        const paid = payments.map(({ paidOn, amount }, place) => ({
          on: paidOn,
          act: (life: Life) => life.pay(paidOn, amount, place),
        }))
        const inOrder = [...transfers, ...paid].toSorted((a, b) => a.on.localeCompare(b.on))
        for (const { act } of inOrder) await act(natural)
        // The transfers keep their order, among the payments in any.
        const anyOrder = paid.toSorted(
          (a, b) => (places[paid.indexOf(a)] ?? 0) - (places[paid.indexOf(b)] ?? 0),
        )
        let least = 0
        for (const [place, one] of transfers.entries()) {
          least = Math.max(least, (places[5 + place] ?? 0) % (anyOrder.length + 1))
          anyOrder.splice(least, 0, one)
          least += 1
        }
        for (const { act } of anyOrder) await act(shuffled)
        if (regretted) await shuffled.regret()
        expect(await stateOf(shuffled.loan, shuffled.lenders)).toEqual(
          await stateOf(natural.loan, natural.lenders),
        )
      },
    )
    await fc.assert(property, { numRuns: 12 })
  })

  test('OPS-04 a transfer that is taken back leaves both sides as if it had not been, also with payments in between', async () => {
    const loan = await aLoan()
    const { lenderId: heir } = await aLender(fixture.context)
    const { orderId } = await transfer(holderOf(loan), heir)
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-03-31', amount: 309_000 })
    expect(await takeBack(orderId)).toMatchObject({ holdings: 1, payments: 1 })
    expect(await toldOf([holderOf(loan), heir])).toEqual([
      [holderOf(loan), false, false],
      [heir, true, false],
      [heir, false, true],
      [holderOf(loan), true, true],
    ])
    expect([await cash(holderOf(loan)), await cash(heir)]).toEqual([205_100, 0])
    // A command that was killed after it was done says so when it is given again.
    await expect(takeBack(orderId)).rejects.toMatchObject({ code: 'TRANSFER_REVERSED' })
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-04-30', amount: 309_000 })
    expect(await cash(holderOf(loan))).toBe(410_200)
    expect(await cash(heir)).toBe(0)
  })

  test('OPS-04 who held a funding before its transfer was taken back has nothing of it when its disbursement is reversed, and can get it again', async () => {
    const loan = await aLoan()
    const { lenderId: heir } = await aLender(fixture.context)
    const { orderId } = await transfer(holderOf(loan), heir)
    await takeBack(orderId)
    const { loanNumber } = loan
    await perform(fixture.context, reverseDisbursement, { actor, input: { loanNumber, reason: 'wrong' } })
    const owedTo = (lenderId: number) =>
      many(
        fixture.context.db,
        'test.owed_to',
        'select principal_due as owed, lender_outstanding(lender_id) as counted from portfolio_standing where lender_id = $1',
        [lenderId],
      )
    expect(await owedTo(heir)).toEqual([{ owed: 0, counted: 0 }])
    expect(await owedTo(holderOf(loan))).toEqual([{ owed: 600_000, counted: 600_000 }])
    expect(await fixture.books()).toEqual([])
    await disburse(loanNumber, '2026-02-28')
    await transfer(holderOf(loan), heir)
    await repay({ loanNumber, paidOn: '2026-03-31', amount: 309_000 })
    expect([await cash(holderOf(loan)), await cash(heir)]).toEqual([0, 205_100])
  })

  test('OPS-04 new terms and an early settlement after a transfer are the new holder’s, and a transfer of before them is refused', async () => {
    const [one, other] = [await aLoan(), await aLoan()]
    const { lenderId: heir } = await aLender(fixture.context)
    for (const loan of [one, other]) await transfer(holderOf(loan), heir)
    await settle({ loanNumber: one.loanNumber, paidOn: '2026-03-15', amount: 930_000 })
    expect(await statusOf(one.loanId)).toBe('REPAID')
    expect(await cash(holderOf(one))).toBe(0)
    expect(await cash(heir)).toBeGreaterThan(600_000)
    await perform(fixture.context, restructureLoan, {
      actor,
      input: {
        ...{ loanNumber: other.loanNumber, agreedOn: '2026-03-20', interest: '0.12', interestType: 'FLAT' },
        ...{ tenor: 6, tenorPeriod: 'MONTH', keepInterest: false },
        agreement: { reference: `ADD-${other.loanNumber}`, sha256: 'cd'.repeat(32) },
      },
    })
    const had = await cash(heir)
    await repay({ loanNumber: other.loanNumber, paidOn: '2026-04-20', amount: 159_000 })
    expect([await cash(holderOf(other)), (await cash(heir)) - had]).toEqual([0, 105_100])
    const { lenderId: next } = await aLender(fixture.context)
    const tooEarly = transfer(heir, next, { valueDate: '2026-03-20', loanNumbers: [other.loanNumber] })
    await expect(tooEarly).rejects.toMatchObject({ code: 'DATE_BEFORE_CHANGE' })
    const unchanged = await aLoan()
    await transfer(holderOf(unchanged), heir)
    const all = await transfer(heir, next, { valueDate: '2026-03-20' })
    expect(all).toMatchObject({
      loanNumbers: [unchanged.loanNumber],
      refused: [{ loanNumber: other.loanNumber, code: 'DATE_BEFORE_CHANGE' }],
    })
  })

  test('OPS-04 who held on the day of a payment has its interest and tax in the tax papers of the year, also after a transfer of before is recorded and taken back', async () => {
    const loan = await aLoan()
    const { lenderId: heir } = await aLender(fixture.context)
    await setTaxRate(fixture.context, heir, 300_000)
    const both = [holderOf(loan), heir]
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-02-28', amount: 309_000 })
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-03-31', amount: 309_000 })
    // 6,000 of interest in each installment, of which the tax is 15% of the former holder's and 30% of the new one's.
    expect(await taxOf(both)).toEqual([
      { interest: 12_000, tax: 1_800 },
      { interest: 0, tax: 0 },
    ])
    const { orderId } = await transfer(holderOf(loan), heir)
    expect(await taxOf(both)).toEqual([
      { interest: 6_000, tax: 900 },
      { interest: 6_000, tax: 1_800 },
    ])
    await repay({ loanNumber: loan.loanNumber, paidOn: '2026-04-30', amount: 309_000 })
    expect((await taxOf(both))[1]).toEqual({ interest: 12_000, tax: 3_600 })
    await takeBack(orderId)
    expect(await taxOf(both)).toEqual([
      { interest: 18_000, tax: 2_700 },
      { interest: 0, tax: 0 },
    ])
  })

  test('OPS-04 a funding that is not paid out stays and is named, alone it is refused, and it goes once it is paid out', async () => {
    const { context } = fixture
    const [{ lenderId: former }, { lenderId: heir }] = [
      await aLender(context, { cash: 2_000_000 }),
      await aLender(context),
    ]
    // The same lender holds a running loan, a signed funding, and one that waits for its signature.
    const running = await aLoan()
    await transfer(holderOf(running), former)
    const [signed, reserved] = [await anOffer(context, { totalLoan: 500_000 }), await anOffer(context)]
    const { fundingId } = await reserveFunding(context, { lenderId: former, ...signed, amount: 500_000 })
    await signFunding(context, fundingId)
    await reserveFunding(context, { lenderId: former, ...reserved, amount: 1_000_000 })
    const code = 'HOLDING_NOT_PAID_OUT'
    const valueDate = businessDateOf(new Date())
    const alone = transfer(former, heir, { loanNumbers: [signed.loanNumber], valueDate })
    await expect(alone).rejects.toMatchObject({ code })
    const document = { name: `SKW ${signed.loanNumber}`, sha256: 'ef'.repeat(32) }
    const again = () => transfer(former, heir, { document, valueDate })
    const stays = (...loans: { loanNumber: string }[]) =>
      loans
        .map(({ loanNumber }) => ({ loanNumber, code }))
        .toSorted((a, b) => (a.loanNumber < b.loanNumber ? -1 : 1))
    const done = await again()
    expect(done).toMatchObject({ loanNumbers: [running.loanNumber], refused: stays(signed, reserved) })
    expect(await again()).toMatchObject({ orderId: null, holdings: 0, refused: stays(signed, reserved) })
    await disburse(signed.loanNumber)
    expect(await again()).toMatchObject({ loanNumbers: [signed.loanNumber], refused: stays(reserved) })
  })

  test('OPS-04 the limits apply to an assignment, not to what happens by law', async () => {
    const loan = await aLoan()
    const { lenderId: buyer } = await aLender(fixture.context)
    await aClass(fixture.context, buyer, { kind: 'INDIVIDUAL', yearlyIncome: 1_000_000 })
    await limitsInForce(fixture.context)
    const sold = transfer(holderOf(loan), buyer, { kind: 'ASSIGNMENT' })
    await expect(sold).rejects.toMatchObject({ code: 'FUNDING_ABOVE_INCOME_LIMIT' })
    expect(await transfer(holderOf(loan), buyer, { kind: 'MERGER' })).toMatchObject({ holdings: 1 })
  })
})

describe('OPS-04 lenders transfer-holdings', () => {
  test('OPS-04 transfers by a document whose content is kept, once, and refuses another content, a day to come, and who is not active', async () => {
    const loan = await aLoan()
    const [from, to] = [holderOf(loan), (await aLender(fixture.context)).lenderId]
    const deed = path.join(folder, 'deed.pdf')
    writeFileSync(deed, '%PDF akta')
    const phones = await many<{ id: number; phone: string }>(
      fixture.context.db,
      'test.phones',
      'select id, phone from lender where id = any($1)',
      [[from, to]],
    )
    const phoneOf = (lenderId: number) => phones.find(({ id }) => id === lenderId)?.phone ?? ''
    const words = (more: string[] = []) => [
      ...['lenders', 'transfer-holdings', '--from', phoneOf(from), '--to', phoneOf(to), '--kind', 'COURT'],
      ...['--document', 'Putusan 9', '--document-file', deed, '--reason', 'putusan', ...more],
    ]
    const day = ['--value-date', '2026-03-01']
    const future = await command(['--json', ...words(['--value-date', '2099-01-01'])])
    expect([future.exit, future.json.code]).toEqual([2, 'DATE_IN_FUTURE'])
    expect((await command([...words(day), '--dry-run'])).exit).toBe(0)
    await command(['lenders', 'suspend', '--phone', phoneOf(to), '--reason', 'x'])
    expect((await command(['--json', ...words(day)])).json.code).toBe('HOLDER_NOT_ACTIVE')
    await command(['lenders', 'reactivate', '--phone', phoneOf(to), '--reason', 'x'])
    const early = await command(['lenders', 'close', '--phone', phoneOf(from), '--reason', 'x'])
    expect(early.exit).not.toBe(0)
    const done = await command(['--json', ...words(day)])
    expect(done.json).toMatchObject({ holdings: 1, principal: 600_000, payments: 0 })
    expect((await command(['--json', ...words(day)])).json).toMatchObject({ holdings: 0, orderId: null })
    writeFileSync(deed, '%PDF akta lain')
    expect((await command(['--json', ...words(day)])).json.code).toBe('DOCUMENT_MISMATCH')
    expect((await command(['lenders', 'close', '--phone', phoneOf(from), '--reason', 'x'])).exit).toBe(0)
    const held = await command(['lenders', 'close', '--phone', phoneOf(to), '--reason', 'x'])
    expect(held.exit).not.toBe(0)
    const back = await command(['lenders', 'take-back-transfer', done.json.orderId, '--reason', 'x'])
    expect([back.exit, back.out]).toEqual([0, expect.stringContaining('1 pendanaan kembali')])
  })
})

type Life = Awaited<ReturnType<typeof lifeOf>>
/** A loan with the lenders through whose hands its first funding goes. */
async function lifeOf() {
  const loan = await aLoan()
  const more = [await aLender(fixture.context), await aLender(fixture.context)].map(
    ({ lenderId }) => lenderId,
  )
  const lenders = [...loan.fundings.map(({ lenderId }) => lenderId), ...more]
  const chain = [holderOf(loan), ...more]
  let last: string | null = null
  let again: (() => Promise<void>) | null = null
  const pass = async (place: number, valueDate: string): Promise<void> => {
    const { orderId } = await transfer(chain[place] ?? 0, chain[place + 1] ?? 0, { valueDate })
    last = orderId
    again = () => pass(place, valueDate)
  }
  return {
    ...{ loan, lenders, pass },
    pay: (paidOn: string, amount: number, place: number) =>
      repay({ loanNumber: loan.loanNumber, paidOn, amount, reference: `${loan.loanNumber}-${place}` }).then(
        () => {},
      ),
    /** Takes the last transfer back and records it again. */
    regret: async () => {
      await takeBack(last)
      await again?.()
    },
  }
}

test('VOTE-02 OPS-04 the holder on the record day votes: a transfer before it gives the right to the new holder, one after it leaves the right where it is', async () => {
  const loan = await aVotableLoan(fixture.context, [720_000, 300_000])
  const [former, other] = loan.lenders as [number, number]
  const [heir, later] = [await aLender(fixture.context), await aLender(fixture.context)]
  const recorded = { valueDate: dayOfLoan(1, 1) }
  await transfer(former, heir.lenderId, recorded)
  const { voteId } = await aVote(fixture.context, loan.loanNumber)
  await expect(voteAs(fixture.context, former, voteId, true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const own = await readVote(fixture.context.db, heir.lenderId, voteId)
  expect(own.weight).toBe(720_000)
  expect(own.before.installments.reduce((total, { principal }) => total + principal, 0)).toBe(720_000)
  await transfer(other, later.lenderId, recorded)
  await voteAs(fixture.context, other, voteId, true)
  const own2 = await readVote(fixture.context.db, other, voteId)
  expect(own2.before.installments.reduce((total, { principal }) => total + principal, 0)).toBe(300_000)
})
