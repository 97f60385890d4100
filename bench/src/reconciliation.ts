import { parseArgs } from 'node:util'
import { reconcileDay } from '../../server/src/cash/testing.ts'
import type { BankLine, PayingBank } from '../../server/src/outside/bank/port.ts'
import { one } from '../../server/src/platform/db/database.ts'
import { aDisbursedLoan } from '../../server/testing/servicing.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion } from './stand/stand.ts'

// Measures the comparison of a bank's day with the books: half of the lines are repayments, a quarter payouts and a quarter
// top-ups, and every thousandth line matches nothing. The books have only the rows that the comparison reads.

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    name: { type: 'string', default: 'reconciliation' },
    keep: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
})
const size = positive('lines', values.lines) ?? 0

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const context = await makeBooks(stand, 'reconciliation')
  if (values.statements) await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  const { loanId } = await aDisbursedLoan(context, [1_000_000], { disbursedOn: '2026-01-31' })
  const made = { text: '', values: [size] }
  for (const text of [
    // One loan has all the payments here, which the trigger for their notices is not made for.
    'alter table loan_payment disable trigger loan_payment_noted',
    `insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax)
     select gen_random_uuid(), ${loanId}, 'BNI-' || n, business_day(app_now()), 1000 + n, 0, 0, 0, 0, 1000 + n, 0
       from generate_series(1, $1::int) n where n % 4 in (0, 2)`,
    `insert into payout (id, account_kind, owner_id, method_payment, amount, paid_on, reference, reason)
     select gen_random_uuid(), 'PLATFORM_FEE', 0, 1, 1000 + n, business_day(app_now()), 'BNI-' || n, 'x'
       from generate_series(1, $1::int) n where n % 4 = 1`,
    `insert into bank_payment (id, bank, payment_request_id, number, amount, told_at, told_by)
     select gen_random_uuid(), 'BNI', 'BNI-' || n, '98800', 1000 + n, app_now(), 'BANK'
       from generate_series(1, $1::int) n where n % 4 = 3`,
    'analyze',
  ])
    await context.db.query(text.includes('$1') ? { ...made, text } : { text })
  const { now, day } = await one<{ now: Date; day: string }>(
    context.db,
    'bench.now',
    'select app_now() as now, business_day(app_now())::text as day',
  )
  const lines = Array.from({ length: size }, (_, index): BankLine => {
    const n = index + 1
    const isStray = n % 1_000 === 0
    return {
      type: n % 4 === 1 ? 'DEBIT' : 'CREDIT',
      amount: 1_000 + n,
      at: now,
      reference: null,
      bankReference: `${isStray ? 'STRAY' : 'BNI'}-${n}`,
      paymentRequestId: n % 4 === 3 ? `BNI-${n}` : null,
      number: null,
      remark: `Transfer ${n} dari Siti`,
    }
  })
  const statement: PayingBank['statement'] = async (from, to) => ({
    lines: now >= from && now <= to ? lines : [],
    balance: null,
  })
  const bank = { statement } as PayingBank
  const work = { ...context, payers: new Map([[1 as const, bank]]), log: { ...context.log, error: () => {} } }
  const rows: string[] = []
  for (const step of ['first time', 'the same again']) {
    const before = {
      at: performance.now(),
      node: processCpu(process.pid),
      server: serverCpu(stand.postmaster),
    }
    const done = await reconcileDay(work, { methodPayment: 1, day, actor: { kind: 'system' } })
    const seconds = (performance.now() - before.at) / 1e3
    const node = (processCpu(process.pid) - before.node) / 1e6
    const server = (serverCpu(stand.postmaster) - before.server) / 1e6
    const counts = `${done.transfers + done.payments} lines, ${done.differences.length} new, ${done.open.length} open`
    rows.push(`| ${step} | ${seconds.toFixed(1)} | ${node.toFixed(1)} | ${server.toFixed(1)} | ${counts} |`)
    console.log(rows.at(-1))
  }
  if (values.statements) {
    const { rows: slow } = await context.db.query<{ ms: number; calls: number; query: string }>({
      text: `select round(total_exec_time)::int as ms, calls::int, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
               from pg_stat_statements order by total_exec_time desc limit 8`,
    })
    for (const row of slow) console.log(row.ms, row.calls, row.query)
  }
  await context.db.close()
  const head = ['| | seconds | CPU node | CPU PostgreSQL | |', '| --- | ---: | ---: | ---: | --- |']
  const about = [
    'The comparison of a day of a bank with the books: half of the lines are repayments, a quarter payouts and a quarter top-ups,',
    'and every thousandth line matches nothing.',
  ]
  const parts = [{ heading: `${size.toLocaleString('en-US')} lines`, lines: [...head, ...rows] }]
  tellPage({ title: 'Reconciliation', about, machine, parts }, values.keep ? values.name : null)
} finally {
  await stand.close()
}
