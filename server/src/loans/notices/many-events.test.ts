import { expect, test } from 'vitest'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { flat } from '../../../testing/loan-operations.ts'
import type { Context } from '../../context.ts'
import { listCentreNotices, noticeState } from '../../lenders/testing.ts'
import { messageScenario } from '../../../testing/messages.ts'
import { Database, one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { raiseLoanNotices } from './raise.ts'

const { at, now, work, mails, texts, choose, states, context, lenderId, become } = messageScenario()
const most = 5_000

async function statementsOf(what: (context: Context) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const db = new Database({
    ...context().db.options,
    size: 4,
    beforeStatement: async (text, client) => {
      if (/^\s*(select|insert|update|delete|with)\b/i.test(text) && !text.includes('set_config'))
        seen.push(text)
      await context().db.options.beforeStatement?.(text, client)
    },
  })
  try {
    await what({ ...context(), db })
  } finally {
    await db.close()
  }
  return seen
}

const noticesNow = () =>
  one<{ rows: number }>(
    context().db,
    'test.notices',
    'select count(*) as rows from notice where lender_id = $1',
    [lenderId()],
  ).then(({ rows }) => rows)

/** Inserts 5,000 payments of 10 rupiah each to a company, dated today: only their rows, without money. */
async function aCompanyIsPaid(): Promise<void> {
  now()
  const { loanId, fundings } = await aDisbursedLoan(context(), [1_200_000], {
    ...flat,
    disbursedOn: '2026-01-15',
  })
  at('10:00')
  const [{ lenderId: company, fundingId } = { lenderId: 0, fundingId: '' }] = fundings
  const { phone, email } = await one<{ phone: string; email: string }>(
    context().db,
    'test.company',
    'select phone, email from lender where id = $1',
    [company],
  )
  become({ lenderId: company, phone, email })
  await inTransaction(context().db, { repeatable: true }, (tx) =>
    run(
      tx,
      'test.payments',
      `with payment as (
         insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax)
         select gen_random_uuid(), $1, 'MANY-' || one, business_day(app_now()), 10, 0, 10, 0, 0, 0, 0
           from generate_series(1, $4::int) one on conflict do nothing returning id
       )
       insert into lender_repayment (lender_id, funding_id, no, payment_id, principal, interest, penalty, tax)
       select $2, $3, 1, id, 0, 10, 0, 0 from payment`,
      [loanId, company, fundingId, most],
    ),
  )
}

test('NTF-03 NTF-04 5,000 payments of installments to a company on one day make one notification and one e-mail, using one SQL statement per hundred', async () => {
  await aCompanyIsPaid()
  const raising = await statementsOf((counted) => raiseLoanNotices(counted))
  expect(raising.filter((text) => text.includes('insert into notice '))).toHaveLength(most / 100)
  expect(raising.length).toBeLessThanOrEqual((most / 100 + 1) * 4)
  expect(await noticesNow()).toBe(1)
  const preparing = await statementsOf((counted) => work(counted))
  expect(preparing.length).toBeLessThan(40)
  expect(await mails()).toEqual([])
  at('18:01')
  const sending = await statementsOf((counted) => work(counted))
  expect(sending.length).toBeLessThan(60)
  const [mail, ...more] = await mails()
  expect([more, await states()]).toEqual([[], ['SENT']])
  expect(mail?.text).toContain(
    '5.000 pembayaran angsuran sudah masuk ke cash balance Anda: Rp50.000 setelah pajak.',
  )
  expect(mail?.text).toContain('dan 4.990 lainnya')
})

test('NTF-04 5,000 notifications of one kind on one day make one e-mail and one SMS, and are listed by page', async () => {
  await choose({ FUNDING: { email: true, sms: true } })
  const before = await noticesNow()
  await inTransaction(context().db, { repeatable: true }, (tx) =>
    run(
      tx,
      'test.expired',
      `insert into notice (lender_id, id, kind, data, created_at)
       select $1::bigint, md5($1::bigint || '/' || one)::uuid, 'FUNDING_EXPIRED', jsonb_build_object('loanNumber', 'PJ-' || one, 'amount', 1),
              app_now() - one * interval '1 second'
         from generate_series(1, $2::int) one on conflict do nothing`,
      [lenderId(), most],
    ),
  )
  const preparing = await statementsOf((counted) => work(counted))
  expect(preparing.length).toBeLessThan(40)
  at('10:02')
  const sending = await statementsOf((counted) => work(counted))
  expect(sending.length).toBeLessThan(80)
  const [mail, ...more] = await mails()
  expect([more, (await texts()).length]).toEqual([[], 1])
  expect(mail?.subject).toBe('Pendanaan dibatalkan (5.000) - Pematang')
  expect(mail?.text).toContain('Masih ada 4.950 notifikasi lain')
  expect(new Set(await states())).toEqual(new Set(['SENT']))

  const seen = new Set<string>()
  let cursor: string | null | undefined
  const reading = await statementsOf(async (counted) => {
    expect((await noticeState(counted, lenderId())).unread).toBe(100)
    do {
      const page = await listCentreNotices(counted, lenderId(), { limit: 100, ...(cursor ? { cursor } : {}) })
      for (const { id } of page.list) seen.add(id)
      cursor = page.nextCursor
    } while (cursor)
  })
  expect(seen.size).toBe(before + most)
  expect(reading).toHaveLength(1 + Math.ceil(seen.size / 100))
})
