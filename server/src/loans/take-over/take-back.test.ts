import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { takeBack, takeOverFunded, takeOverOpened } from '../../../testing/take-over.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { activate, findFundedLoans, insertBalances, undoneDisbursements } from '../disbursement/index.ts'
import { cancelLoan, editDraft, publishLoans } from '../offers/index.ts'
import {
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
} from '../reversals/index.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'

let fixture: Fixture
const { balanceOf, cash, disburse, repay, statusOf } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture({ settings: { VALUE_DATE_DAYS: '100000', PAYMENT_MULTIPLE: '1000000' } })
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const aDraft = () => aDraftLoan(fixture.context, { totalLoan: 1_200_000, interestType: 'FLAT' })

/** A loan of two lenders that was taken over with its opening balance, two months late. */
async function anOpened() {
  const { context } = fixture
  const lenders = [await aLender(context), await aLender(context)]
  const parts = lenders.map(({ phone }, place) => ({
    ...{ phone, amount: place ? 300_000 : 900_000 },
    ...(place ? { left: 200_000, due: 9_000 } : { left: 600_000, due: 27_000 }),
  }))
  const loan = await aDraft()
  await takeOverOpened(context, loan.loanNumber, parts)
  return { ...loan, lenders, parts }
}

async function aFunded() {
  const { context } = fixture
  const lender = await aLender(context, { cash: 2_000_000 })
  const loan = await aDraft()
  await takeOverFunded(context, loan.loanNumber, [{ phone: lender.phone, amount: 1_200_000 }])
  return { ...loan, ...lender }
}

const reason = 'wrong loan'
const call = <Input>(input: Input) => ({ actor: operator, input })
const reversePayment = (reference: string) =>
  perform(fixture.context, reverseRepayment, call({ reference, reason }))
const standings = (loanId: number) =>
  many<{ phase: number; principal: number; interest: number }>(
    fixture.context.db,
    'test.standings',
    `select s.phase, s.principal_due as principal, s.interest_due as interest from portfolio_standing s
       join funding f on f.lender_id = s.lender_id and f.id = s.funding_id
      where f.loan_id = $1 order by s.phase, s.principal_due desc`,
    [loanId],
  )

describe('VAL-05 taking back the take-over of a loan', () => {
  test('VAL-05 an opening balance that was taken back leaves a draft without cash, debt or history, and the same agreements are taken over again', async () => {
    const { loanNumber, loanId, lenders, parts } = await anOpened()
    const before = await Promise.all(lenders.map(({ lenderId }) => cash(lenderId)))
    expect(await takeBack(fixture.context, loanNumber)).toEqual({
      ...{ loanId, amount: 1_200_000, fundings: 2, opened: true, known: false },
    })
    expect(await statusOf(loanId)).toBe('DRAFT')
    expect(await Promise.all(lenders.map(({ lenderId }) => cash(lenderId)))).toEqual(before)
    for (const kind of ['BORROWER_CLEARING', 'OPENING_BALANCE'])
      expect([kind, await balanceOf(kind, loanId)]).toEqual([kind, 0])
    const nothing = { phase: 6, principal: 0, interest: 0 }
    expect(await standings(loanId)).toEqual([nothing, nothing])
    const history = 'select from history_row where loan_id = $1'
    expect(await many(fixture.context.db, 'test.history', history, [loanId])).toEqual([])
    expect(await fixture.books()).toEqual([])

    const right = parts.map((part) => ({ ...part, left: part.left - 75_000 }))
    expect(await takeOverOpened(fixture.context, loanNumber, right)).toMatchObject({ known: false })
    expect(await takeOverOpened(fixture.context, loanNumber, right)).toMatchObject({ known: true })
    expect(await statusOf(loanId)).toBe('ACTIVE')
    expect(await balanceOf('OPENING_BALANCE', loanId)).toBe(-650_000)
    expect((await standings(loanId)).map(({ principal }) => principal)).toEqual([525_000, 125_000, 0, 0])
  })

  test('VAL-05 a loan is taken over, taken back, paid and corrected in any order, each time as if it were the first', async () => {
    const { loanNumber, loanId, lenders, parts } = await anOpened()
    const { context } = fixture
    const read = async () => {
      const service = await one(
        context.db,
        'test.service',
        `select principal_due, interest_due, penalty_limit, penalty_paid, disbursed_on from loan_servicing where loan_id = $1`,
        [loanId],
      )
      const schedule = await many(
        context.db,
        'test.schedule',
        `select no - min(no) over () as place, due_date, principal, interest, principal_paid, interest_paid
           from installment where loan_id = $1 and superseded_on is null order by no`,
        [loanId],
      )
      return { service, schedule, shown: (await standings(loanId)).filter(({ phase }) => phase < 6) }
    }
    const first = await read()
    const start = await Promise.all(lenders.map(({ lenderId }) => cash(lenderId)))
    for (const time of [1, 2, 3]) {
      const reference = `SEQ-${time}`
      await repay({ loanNumber, reference, amount: 150_000, paidOn: '2026-01-20' })
      const paid = { reference: `SEQ-LATER-${time}`, amount: 50_000, paidOn: '2026-01-25' }
      await repay({ loanNumber, ...paid })
      expect(await fixture.books()).toEqual([])
      await reversePayment(reference)
      await reversePayment(paid.reference)
      expect(await takeBack(context, loanNumber)).toMatchObject({ known: false })
      expect(await takeBack(context, loanNumber)).toMatchObject({ known: true, amount: 0 })
      expect(await fixture.books()).toEqual([])
      await takeOverOpened(context, loanNumber, parts)
      expect(await read()).toEqual(first)
      expect(await fixture.books()).toEqual([])
    }
    expect(await Promise.all(lenders.map(({ lenderId }) => cash(lenderId)))).toEqual(start)
  })

  test('VAL-05 taking back a loan that was not paid out returns the cash to its lenders, and it is taken over and paid out again', async () => {
    const { context } = fixture
    const { loanNumber, loanId, lenderId, phone } = await aFunded()
    expect(await cash(lenderId)).toBe(800_000)
    expect(await takeBack(context, loanNumber)).toMatchObject({ amount: 1_200_000, opened: false })
    expect(await cash(lenderId)).toBe(2_000_000)
    expect(
      await many(
        context.db,
        'test.history_of',
        `select type, status, amount::int as amount from history_row where loan_id = $1 order by at, amount`,
        [loanId],
      ),
    ).toEqual([
      { type: 2, status: 1, amount: -1_200_000 },
      { type: 5, status: 1, amount: 1_200_000 },
    ])
    const other = await aLender(context, { cash: 480_000 })
    await takeOverFunded(context, loanNumber, [
      { phone, amount: 720_000 },
      { phone: other.phone, amount: 480_000 },
    ])
    expect([await cash(lenderId), await cash(other.lenderId)]).toEqual([1_280_000, 0])
    await disburse(loanNumber, '2026-01-05')
    expect(await repay({ loanNumber, amount: 112_000, paidOn: '2026-02-05' })).toMatchObject({
      principal: 100_000,
    })
  })

  test('VAL-05 a loan taken over before its disbursement is taken over with its opening balance after that was taken back', async () => {
    const { context } = fixture
    const { loanNumber, loanId, phone } = await aFunded()
    await disburse(loanNumber, '2026-01-05')
    await perform(context, reverseDisbursement, call({ loanNumber, reason }))
    await takeBack(context, loanNumber)
    expect(await fixture.books()).toEqual([])
    await takeOverOpened(context, loanNumber, [{ phone, amount: 1_200_000, left: 800_000, due: 36_000 }])
    expect(await repay({ loanNumber, amount: 136_000, paidOn: '2026-01-05' })).toMatchObject({
      ...{ interest: 24_000, principal: 112_000 },
    })
    expect(await statusOf(loanId)).toBe('ACTIVE')
  })

  test('VAL-05 a loan that was taken back is offered on the marketplace like any other draft', async () => {
    const { context } = fixture
    const { loanNumber, loanId } = await anOpened()
    await takeBack(context, loanNumber)
    expect(await perform(context, publishLoans, call({ loanNumbers: [loanNumber] }))).toBeDefined()
    expect(await statusOf(loanId)).toBe('OFFERED')
  })
})

describe('VAL-05 what stands on a loan keeps its take-over', () => {
  test('VAL-05 taking back is refused while payments stand, and names them; reversed ones count as nothing', async () => {
    const { loanNumber, loanId } = await anOpened()
    for (const place of [1, 2, 3, 4])
      await repay({ loanNumber, reference: `STANDS-${place}`, amount: 1_000, paidOn: '2026-01-20' })
    await expect(takeBack(fixture.context, loanNumber)).rejects.toThrow(
      `${loanNumber} berubah sejak diambil alih: batalkan dahulu pembayarannya STANDS-4, STANDS-3, STANDS-2 dan 1 lagi ("repayments reverse").`,
    )
    for (const place of [1, 2, 3]) await reversePayment(`STANDS-${place}`)
    await expect(takeBack(fixture.context, loanNumber)).rejects.toThrow('pembayarannya STANDS-4 (')
    expect(await statusOf(loanId)).toBe('ACTIVE')
    await reversePayment('STANDS-4')
    expect(await takeBack(fixture.context, loanNumber)).toMatchObject({ known: false })
  })

  test('VAL-05 taking back is refused while a write-off or new terms stand, and names them', async () => {
    const { context } = fixture
    const { loanNumber } = await anOpened()
    await perform(
      context,
      restructureLoan,
      call({
        ...({
          loanNumber,
          agreedOn: '2026-01-20',
          interest: '0.06',
          interestType: 'FLAT',
          tenor: 6,
        } as const),
        ...({ tenorPeriod: 'MONTH', keepInterest: true } as const),
        agreement: { reference: `ADD-${loanNumber}`, sha256: 'ab'.repeat(32) },
      }),
    )
    await perform(
      context,
      writeOffLoan,
      call({ loanNumber, writtenOffOn: '2026-02-20', reason: 'insolvent' }),
    )
    await expect(takeBack(context, loanNumber)).rejects.toThrow(
      'batalkan dahulu hapus bukunya tanggal 2026-02-20 ("loans reverse-write-off"), ketentuan barunya tanggal 2026-01-20 ("loans reverse-restructuring").',
    )
    await perform(context, reverseWriteOff, call({ loanNumber, reason }))
    await expect(takeBack(context, loanNumber)).rejects.toThrow('batalkan dahulu ketentuan barunya')
    await perform(context, reverseRestructuring, call({ loanNumber, reason }))
    expect(await takeBack(context, loanNumber)).toMatchObject({ known: false })
  })

  test('VAL-05 taking back is refused while a disbursement stands, and of a loan that was cancelled or never taken over', async () => {
    const { context } = fixture
    const { loanNumber } = await aFunded()
    await disburse(loanNumber, '2026-01-05')
    await expect(takeBack(context, loanNumber)).rejects.toThrow(
      'batalkan dahulu pencairannya tanggal 2026-01-05 ("disbursements reverse").',
    )
    await perform(context, reverseDisbursement, call({ loanNumber, reason }))
    await perform(context, cancelLoan, call({ loanNumber }))
    await expect(takeBack(context, loanNumber)).rejects.toThrow(
      `${loanNumber} sudah dibatalkan: pengambilalihannya tidak berlaku lagi.`,
    )
    const native = await aDisbursedLoan(context, amounts, { ...flat, disbursedOn: '2026-01-31' })
    await expect(takeBack(context, native.loanNumber)).rejects.toThrow(
      `${native.loanNumber} tidak diambil alih.`,
    )
    await expect(takeBack(context, (await aDraft()).loanNumber)).rejects.toThrow('tidak diambil alih.')
    await expect(takeBack(context, 'NOT-THERE')).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
    await expect(takeBack(context, native.loanNumber, ' ')).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  })

  test('VAL-05 a draft that was taken back keeps its borrower, because its former lenders see it', async () => {
    const { context } = fixture
    const { loanNumber } = await anOpened()
    await takeBack(context, loanNumber)
    const change = (changes: object) => perform(context, editDraft, call({ loanNumber, changes, reason }))
    await expect(change({ borrowerNumber: 'BRW-OTHER', borrowerName: 'Another Borrower' })).rejects.toThrow(
      'tetap ada dalam portofolio Pemberi Dana semula dengan Penerima Dananya',
    )
    expect(await change({ purpose: 'modal kerja' })).toMatchObject({ changed: [{ column: 'purpose' }] })
  })

  test('VAL-05 the database makes a funded loan a draft only after its take-over was taken back', async () => {
    const { loanId } = await aFunded()
    await expect(
      run(
        fixture.context.db,
        'test.draft',
        `update loan_position set status = 'DRAFT', funded = 0 where loan_id = $1`,
        [loanId],
      ),
    ).rejects.toThrow('a draft again when its take-over is taken back')
  })
})

describe('VAL-05 taking back and others at once', () => {
  test('VAL-05 a take-over is taken back once when many ask at once', async () => {
    const { loanNumber, loanId } = await anOpened()
    const { loanNumber: funded, lenderId } = await aFunded()
    const all = await Promise.all(
      [loanNumber, funded, funded, loanNumber, funded].map((number) => takeBack(fixture.context, number)),
    )
    expect(all.filter(({ known }) => !known)).toHaveLength(2)
    expect(await cash(lenderId)).toBe(2_000_000)
    expect(await balanceOf('OPENING_BALANCE', loanId)).toBe(0)
  })

  test('VAL-05 of a payment, or a disbursement, and taking back at once one succeeds', async () => {
    const ends = []
    for (const place of [1, 2, 3]) {
      const { loanNumber, loanId } = await anOpened()
      const pay = { loanNumber, reference: `RACE-${place}`, amount: 1_000, paidOn: '2026-01-20' }
      const paid = await Promise.allSettled([repay(pay), takeBack(fixture.context, loanNumber)])
      ends.push([await statusOf(loanId), ...paid.map(({ status }) => status)])
      const other = await aFunded()
      const out = await Promise.allSettled([
        disburse(other.loanNumber, '2026-01-05'),
        takeBack(fixture.context, other.loanNumber),
      ])
      ends.push([await statusOf(other.loanId), ...out.map(({ status }) => status)])
      expect(await fixture.books()).toEqual([])
    }
    for (const end of ends)
      expect([
        ['ACTIVE', 'fulfilled', 'rejected'],
        ['DRAFT', 'rejected', 'fulfilled'],
      ]).toContainEqual(end)
  })

  test('VAL-05 a disbursement that read the fundings of a take-over before it was taken back pays none of another out', async () => {
    const { context } = fixture
    const { loanNumber, loanId, lenderId, phone } = await aFunded()
    const funding = await one<{ id: string }>(
      context.db,
      'test.funding',
      'select id from funding where loan_id = $1',
      [loanId],
    )
    await takeBack(context, loanNumber)
    await takeOverFunded(context, loanNumber, [{ phone, amount: 1_200_000 }])
    const loan = (await findFundedLoans(context.db, [loanNumber])).get(loanNumber)
    expect(await undoneDisbursements(context.db, [loanId])).toEqual(new Map())
    const stale = inTransaction(context.db, { repeatable: true }, async (tx) => {
      const begun = [
        {
          ...{ loan: loan ?? expect.fail('no loan'), disbursedOn: '2026-01-05', clearingAccount: 0 },
          ...{ isKnown: false, isAgreed: true, version: 1, firstNo: 1, penaltyLimit: 0, installments: [] },
          fundings: [
            {
              loanId,
              lenderId,
              fundingId: funding.id,
              amount: 1_200_000,
              share: { principal: [], interest: [] },
            },
          ],
        },
      ]
      await insertBalances(tx, begun)
      throw new Error(`activated ${await activate(tx, begun)}`)
    })
    await expect(stale).rejects.toThrow('activated 0')
    await disburse(loanNumber, '2026-01-05')
  })
})
