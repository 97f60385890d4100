import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'
import type { Context } from '../../context.ts'
import { reverseRepayment, reverseRestructuring, reverseWriteOff } from '../reversals/index.ts'
import { restructureLoan, writeOffLoan } from '../terms/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Database, many, one, run } from '../../platform/db/database.ts'
import { noteLateLoans } from './late.ts'
import { deleteOldEvents, raiseLoanNotices, skipPastEvents } from './raise.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
beforeEach(async () => {
  fixture.travel(undefined)
  await noteLateLoans(fixture.context)
  const sql = 'update loan_event set raised_at = app_now() where raised_at is null'
  await run(fixture.context.db, 'test.no_events', sql)
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

const { repay, settle } = servicingOf(() => fixture)
const aLoan = (parts: readonly number[] = amounts) =>
  aDisbursedLoan(fixture.context, parts, { ...flat, disbursedOn: '2026-01-15' })
const installment = 112_000
type Told = {
  lenderId: number
  kind: string
  count: number
  amount: number
  loans: { loanNumber: string; amount: number }[]
}
const noticesOf = ({ fundings }: LentLoan) =>
  many<Told>(
    fixture.context.db,
    'test.notices',
    `select lender_id as "lenderId", kind, (data ->> 'count')::int as count, (data ->> 'amount')::bigint as amount,
            data -> 'loans' as loans
       from notice where lender_id = any($1) and gathering order by lender_id, kind`,
    [fundings.map(({ lenderId }) => lenderId)],
  )
const kindsOf = async (loan: LentLoan) => [...new Set((await noticesOf(loan)).map(({ kind }) => kind))]
const raise = (context: Pick<Context, 'db'> = fixture.context) => raiseLoanNotices(context)
const received = async (lenderId: number) =>
  (
    await one<{ net: number }>(
      fixture.context.db,
      'test.received',
      'select sum(principal + interest + penalty - tax)::bigint as net from lender_repayment where lender_id = $1',
      [lenderId],
    )
  ).net

describe('NTF-03 what lenders are notified of', () => {
  test('NTF-03 an installment notifies each lender of the loan once, with the amount after tax', async () => {
    const loan = await aLoan()
    await repay({ loanNumber: loan.loanNumber, amount: installment })
    expect(await noticesOf(loan)).toEqual([])
    await raise()
    await raise()
    const notices = await noticesOf(loan)
    expect(new Set(notices.map(({ lenderId }) => lenderId))).toEqual(
      new Set(loan.fundings.map(({ lenderId }) => lenderId)),
    )
    for (const { lenderId, kind, count, amount, loans } of notices) {
      expect([kind, count, amount]).toEqual(['INSTALLMENT_RECEIVED', 1, await received(lenderId)])
      expect(loans).toEqual([{ loanNumber: loan.loanNumber, amount }])
    }
  })

  test('NTF-04 further installments of a day are added to the same notification, which names at most ten loans', async () => {
    const loan = await aLoan([1_200_000])
    for (let month = 1; month <= 12; month += 1) {
      await repay({ loanNumber: loan.loanNumber, amount: installment, paidOn: '2026-11-20' })
      if (month % 5 === 0) await raise()
    }
    await raise()
    const [notice, ...more] = await noticesOf(loan)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ count: 12, amount: await received(notice?.lenderId ?? 0) })
    expect(notice?.loans).toHaveLength(10)
  })

  test('NTF-05 a notification counts each event once with four concurrent workers and after a commit whose response is lost', async () => {
    const loan = await aLoan()
    await repay({ loanNumber: loan.loanNumber, amount: installment })
    let commits = 0
    const db = new Database({
      ...fixture.context.db.options,
      size: 1,
      afterCommit: () => {
        commits += 1
        if (commits === 1) throw Object.assign(new Error('lost'), { code: '08006' })
      },
    })
    try {
      await Promise.all([raise({ db }), raise(), raise(), raise()])
    } finally {
      await db.close()
    }
    expect((await noticesOf(loan)).map(({ count }) => count)).toEqual([1, 1, 1])
  })

  test('NTF-03 early settlement, restructuring and write-off each have their own notification', async () => {
    const [settled, restructured, writtenOff] = [await aLoan(), await aLoan(), await aLoan()]
    await settle({ loanNumber: settled.loanNumber, amount: 1_400_000 })
    await perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        ...{
          loanNumber: restructured.loanNumber,
          agreedOn: '2026-05-01',
          interest: '0.06',
          interestType: 'FLAT',
        },
        ...{
          tenor: 12,
          tenorPeriod: 'MONTH',
          keepInterest: true,
          agreement: { reference: 'R-1', sha256: 'a'.repeat(64) },
        },
      },
    })
    await perform(fixture.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber: writtenOff.loanNumber, writtenOffOn: '2026-11-01', reason: 'insolvent' },
    })
    await raise()
    expect(await kindsOf(settled)).toEqual(['LOAN_SETTLED_EARLY'])
    expect(await kindsOf(restructured)).toEqual(['LOAN_RESTRUCTURED'])
    expect(await kindsOf(writtenOff)).toEqual(['LOAN_WRITTEN_OFF'])
    const owed = (await noticesOf(writtenOff)).map(({ amount }) => amount)
    expect(new Set(owed)).toEqual(new Set(amounts))
  })

  test('NTF-03 a loan that becomes late notifies its lenders once, and again when it is back on schedule', async () => {
    const loan = await aLoan()
    expect(await noteLateLoans(fixture.context)).toEqual({ late: 1, back: 0 })
    expect(await noteLateLoans(fixture.context)).toEqual({ late: 0, back: 0 })
    await raise()
    const late = await noticesOf(loan)
    expect(new Set(late.map(({ kind, amount }) => `${kind} ${amount}`))).toEqual(
      new Set(amounts.map((amount) => `LOAN_LATE ${amount}`)),
    )
    for (let month = 1; month <= 11; month += 1)
      await repay({ loanNumber: loan.loanNumber, amount: installment, paidOn: '2026-11-20', penalty: 0 })
    expect(await noteLateLoans(fixture.context)).toEqual({ late: 0, back: 1 })
    await raise()
    expect(await kindsOf(loan)).toEqual(['INSTALLMENT_RECEIVED', 'LOAN_BACK_ON_SCHEDULE', 'LOAN_LATE'])
  })

  test('NTF-03 restructuring a late loan notifies its lenders of the new terms, and not again that it is late', async () => {
    const loan = await aLoan()
    await noteLateLoans(fixture.context)
    await perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        ...{ loanNumber: loan.loanNumber, agreedOn: '2026-11-20', interest: '0.06', interestType: 'FLAT' },
        ...{
          tenor: 12,
          tenorPeriod: 'MONTH',
          keepInterest: true,
          agreement: { reference: 'R-2', sha256: 'a'.repeat(64) },
        },
      },
    })
    expect(await noteLateLoans(fixture.context)).toEqual({ late: 0, back: 0 })
    await raise()
    expect(await kindsOf(loan)).toEqual(['LOAN_LATE', 'LOAN_RESTRUCTURED'])
  })
})

test('loan events are deleted 90 days after their notification, and imported history notifies nobody', async () => {
  const loan = await aLoan()
  fixture.travel('-3 days')
  await repay({ loanNumber: loan.loanNumber, amount: installment, paidOn: '2026-11-01' })
  fixture.travel(undefined)
  expect(await skipPastEvents(fixture.context.db)).toBe(1)
  await raise()
  expect(await noticesOf(loan)).toEqual([])
  fixture.travel('91 days')
  await deleteOldEvents(fixture.context.db)
  expect(
    await many(fixture.context.db, 'test.events', 'select from loan_event where loan_id = $1', [loan.loanId]),
  ).toEqual([])
})

describe('NTF-03 payments that are reversed and recorded again', () => {
  const reverse = (reference: string) =>
    perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference, reason: 'of another loan' },
    })
  const pay = (loan: LentLoan, name: string, amount = installment) =>
    repay({ loanNumber: loan.loanNumber, amount, reference: `${name} ${loan.loanNumber}` })
  const firstOf = async (loan: LentLoan) => (await noticesOf(loan))[0]

  test('NTF-03 a payment that is reversed before its notification was made notifies nobody', async () => {
    const loan = await aLoan()
    await pay(loan, 'only')
    await reverse(`only ${loan.loanNumber}`)
    await raise()
    expect(await noticesOf(loan)).toEqual([])
  })

  test('NTF-03 a payment reversed and recorded again before its notification was made is notified with its final amount', async () => {
    const loan = await aLoan()
    await pay(loan, 'only')
    await reverse(`only ${loan.loanNumber}`)
    await pay(loan, 'only', installment / 2)
    await raise()
    const notices = await noticesOf(loan)
    expect(notices.map(({ count }) => count)).toEqual([1, 1, 1])
    for (const { lenderId, amount } of notices) expect(amount).toBe(await received(lenderId))
  })

  test('NTF-03 a payment reversed and recorded again after its notification was made is notified a second time', async () => {
    const loan = await aLoan()
    await pay(loan, 'only')
    await raise()
    await reverse(`only ${loan.loanNumber}`)
    await repay({
      loanNumber: loan.loanNumber,
      amount: installment,
      reference: `only ${loan.loanNumber}`,
      again: true,
    })
    await raise()
    expect((await noticesOf(loan)).map(({ count }) => count)).toEqual([2, 2, 2])
  })

  test('NTF-03 a payment recorded again only because an earlier one was corrected is notified once', async () => {
    for (const isRaisedBefore of [false, true]) {
      const loan = await aLoan()
      await pay(loan, 'first')
      await raise()
      const before = await firstOf(loan)
      await pay(loan, 'second', installment * 2)
      if (isRaisedBefore) await raise()
      await reverse(`first ${loan.loanNumber}`)
      await raise()
      await raise()
      const after = await firstOf(loan)
      expect(after?.count).toBe(2)
      expect((after?.amount ?? 0) - (before?.amount ?? 0)).toBe(await received(after?.lenderId ?? 0))
    }
  })

  test('NTF-03 a payment recorded again several times before its notification was made is notified once', async () => {
    const loan = await aLoan()
    for (const name of ['first', 'second', 'third']) await pay(loan, name)
    await reverse(`first ${loan.loanNumber}`)
    await reverse(`second ${loan.loanNumber}`)
    await raise()
    expect(await firstOf(loan)).toMatchObject({ count: 1, kind: 'INSTALLMENT_RECEIVED' })
  })
})

describe('NTF-03 corrections of new terms and of a write-off', () => {
  const restructure = (loan: LentLoan, name: string) =>
    perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        ...{ loanNumber: loan.loanNumber, agreedOn: '2026-05-01', interest: '0.06', interestType: 'FLAT' },
        ...{ tenor: 12, tenorPeriod: 'MONTH', keepInterest: true },
        agreement: { reference: name, sha256: 'a'.repeat(64) },
      },
    })
  const writeOff = (loan: LentLoan) =>
    perform(fixture.context, writeOffLoan, {
      actor: operator,
      input: { loanNumber: loan.loanNumber, writtenOffOn: '2026-11-01', reason: 'insolvent' },
    })
  const reason = 'of another loan'
  const changes = {
    LOAN_RESTRUCTURED: {
      make: (loan: LentLoan) => restructure(loan, `R ${loan.loanNumber}`),
      reverse: ({ loanNumber }: LentLoan) =>
        perform(fixture.context, reverseRestructuring, { actor: operator, input: { loanNumber, reason } }),
      told: 'LOAN_RESTRUCTURING_REVERSED',
    },
    LOAN_WRITTEN_OFF: {
      make: writeOff,
      reverse: ({ loanNumber }: LentLoan) =>
        perform(fixture.context, reverseWriteOff, { actor: operator, input: { loanNumber, reason } }),
      told: 'LOAN_WRITE_OFF_REVERSED',
    },
  } as const
  const each = Object.entries(changes).map(([kind, change]) => ({ kind, ...change }))

  test.each(each)('NTF-03 a reversed $kind notifies all lenders of the loan, once', async (change) => {
    const loan = await aLoan()
    await change.make(loan)
    await raise()
    await change.reverse(loan)
    await raise()
    await raise()
    const notices = await noticesOf(loan)
    const corrections = notices.filter(({ kind }) => kind === change.told)
    expect(notices.map(({ kind }) => kind).toSorted()).toEqual(
      [change.kind, change.kind, change.kind, change.told, change.told, change.told].toSorted(),
    )
    expect(corrections.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(new Set(corrections.map(({ amount }) => amount))).toEqual(new Set(amounts))
    await change.make(loan)
    await raise()
    const again = (await noticesOf(loan)).filter(({ kind }) => kind === change.kind)
    expect(again.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(new Set(again.map(({ amount }) => amount))).toEqual(new Set(amounts))
    expect(again.map(({ loans }) => loans.length)).toEqual([1, 1, 1])
  })

  test.each(each)(
    'NTF-03 a $kind that is reversed before its notification was made notifies nobody, not even of the reversal',
    async (change) => {
      const loan = await aLoan()
      await change.make(loan)
      await change.reverse(loan)
      await raise()
      expect(await noticesOf(loan)).toEqual([])
      await change.make(loan)
      await raise()
      await change.reverse(loan)
      await raise()
      expect((await kindsOf(loan)).toSorted()).toEqual([change.kind, change.told].toSorted())
    },
  )

  test('NTF-03 a loan that is written off twice before the worker runs is notified once', async () => {
    const loan = await aLoan()
    await writeOff(loan)
    await raise()
    for (const _ of [1, 2]) {
      await changes.LOAN_WRITTEN_OFF.reverse(loan)
      await writeOff(loan)
    }
    await raise()
    const told = await noticesOf(loan)
    expect(told.filter(({ kind }) => kind === 'LOAN_WRITTEN_OFF').map(({ count }) => count)).toEqual([
      1, 1, 1,
    ])
    expect(new Set(told.map(({ amount }) => amount))).toEqual(new Set(amounts))
  })

  test('NTF-03 a reversed write-off is notified also when the loan was repaid meanwhile', async () => {
    const loan = await aLoan()
    await writeOff(loan)
    await repay({ loanNumber: loan.loanNumber, amount: 1_344_000, penalty: 0, paidOn: '2026-11-02' })
    await raise()
    await changes.LOAN_WRITTEN_OFF.reverse(loan)
    await raise()
    const told = (await noticesOf(loan)).filter(({ kind }) => kind === 'LOAN_WRITE_OFF_REVERSED')
    expect(told.map(({ count, amount }) => [count, amount])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  })
})
