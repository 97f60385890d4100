import { parseArgs } from 'node:util'
import {
  countHourlyFigures,
  listProposals,
  loadActions,
  loadTodayLines,
  showLender,
  showToday,
} from '../../server/src/main/testing.ts'
import { closeDay } from '../../server/src/loans/testing.ts'
import { loanPage, monthReport, searchAll } from '../../server/src/reports/testing.ts'
import type { Context } from '../../server/src/context.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { Database, one, run } from '../../server/src/platform/db/database.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { seedHistories } from './seed/histories.ts'
import { seedLenders } from './seed/lenders.ts'
import { seedLoansOfTwoYears } from './seed/portfolios.ts'
import { costOf, formatCost } from './stand/cost.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures what the screens of the console cost the database, through the functions of their calls, and how long is made of
// the same books: the close of a day, the figures of an hour, the report of a month.

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '1000000' },
    lenders: { type: 'string', default: '100000' },
    waiting: { type: 'string', default: '10000' },
    ended: { type: 'string', default: '100000' },
    proposals: { type: 'string', default: '100000' },
    repeat: { type: 'string', default: '25' },
    name: { type: 'string', default: 'console' },
    keep: { type: 'boolean', default: false },
  },
})
const sizes = {
  loans: positive('loans', values.loans) ?? 1_000_000,
  lenders: positive('lenders', values.lenders) ?? 100_000,
  waiting: positive('waiting', values.waiting) ?? 10_000,
  ended: positive('ended', values.ended) ?? 100_000,
  proposals: positive('proposals', values.proposals) ?? 100_000,
}
const repeat = positive('repeat', values.repeat) ?? 25
const decider = { staffId: 2, rights: ['LOOK', 'WORK', 'DECIDE'] as const }

/** Staff, and proposals of which a hundredth waits. */
async function seedStaff({ db }: Context): Promise<void> {
  const statements: [string, unknown[]][] = [
    [
      `insert into staff (id, name, email, email_search) select n, 'Staf ' || n, n || '@x.example', n || '@x.example' from generate_series(1, 3) n`,
      [],
    ],
    [
      `insert into staff_rights (staff_id, version, rights) select n, 1, array['LOOK', 'WORK', 'DECIDE'] from generate_series(1, 3) n`,
      [],
    ],
    [
      `insert into proposal (number, operation, input, input_hash, amount, maker, until, ended, ended_at)
       select n, 'creditTopUp', '{}', sha256(n::text::bytea), n, 1 + n % 3, app_now() + interval '3 days',
              case when n % 100 = 0 then null else 'DONE' end, case when n % 100 = 0 then null else app_now() end
         from generate_series(1, $1::int) n`,
      [sizes.proposals],
    ],
  ]
  for (const [place, [text, given]] of statements.entries())
    await run(db, `bench.console_seed_${place}`, text, given)
}

/** The close of the last day of the month before, the figures of the hour, and the report of that month. */
async function makeFigures(
  context: Context,
  lines: Awaited<ReturnType<typeof loadTodayLines>>,
): Promise<string[]> {
  const { last } = await one<{ last: string }>(
    context.db,
    'bench.last_month',
    `select (date_trunc('month', business_day(app_now())) - interval '1 day')::date::text as last`,
  )
  const works: [string, () => Promise<unknown>][] = [
    [
      'close of a day',
      () => perform(context, closeDay, { actor: { kind: 'system' }, input: { date: last } }),
    ],
    ['figures of an hour', () => countHourlyFigures(context, lines)],
    ['report of a month', () => monthReport(context.db, last.slice(0, 7), { today: true })],
    ['report of a month as closed', () => monthReport(context.db, last.slice(0, 7), { today: false })],
  ]
  const rows = ['| | seconds |', '| --- | ---: |']
  for (const [what, work] of works) {
    const started = performance.now()
    await work()
    rows.push(`| ${what} | ${((performance.now() - started) / 1_000).toFixed(1)} |`)
    console.log(rows.at(-1))
  }
  return rows
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const seeding = await makeBooks(stand, 'console')
  await seedLoansOfTwoYears(seeding, { loans: sizes.loans, borrowers: Math.ceil(sizes.loans / 8) })
  const lenders = await seedLenders(seeding, sizes.lenders, 1_000_000)
  await seedStaff(seeding)
  await seedHistories(seeding, sizes)
  await settleDown(seeding)
  console.log(`seeded in ${Math.round(performance.now() / 1_000)} s`)
  const context = { ...seeding, db: new Database({ url: stand.url('console'), size: 1 }) }
  await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  const [lines, actions] = [await loadTodayLines(), await loadActions()]
  const made = await makeFigures(seeding, lines)
  const lender = lenders[Math.floor(lenders.length / 2)]?.lenderId ?? 0
  const { phone, number } = await one<{ phone: string; number: string }>(
    context.db,
    'bench.known',
    `select phone, (select loan_number from loan order by id offset 1000 limit 1) as number from lender where id = $1`,
    [lender],
  )
  const by = { staffId: 2, requestId: 'bench', source: '127.0.0.1' }
  const search = (text: string) => () => searchAll(context, text, actions)
  const screens: [string, number, () => Promise<unknown>][] = [
    ['Hari ini', 200, () => showToday(context, lines, actions, decider)],
    ['search: phone', 50, search(phone)],
    ['search: loan', 50, search(number)],
    ['search: payment in suspense', 50, search('TUNGGU-777')],
    ['search: part of a name', 50, search(`pemberi dana ${phone.slice(0, 9)}`)],
    ['search: e-mail', 50, search(`${phone}@contoh.example`)],
    ['search: nothing', 50, search('tidak ada')],
    ['search: number of nothing', 50, search('PMT-2026-99999999')],
    ['search: request', 50, search(context.random.uuid())],
    ['page of a lender', 100, () => showLender(context, actions, lender, by)],
    ['page of a loan', 100, () => loanPage(context, number)],
    ['proposals for me', 20, () => listProposals(context, actions, decider, { for: 'me', limit: 50 })],
    ['proposals of mine', 20, () => listProposals(context, actions, decider, { for: 'mine', limit: 50 })],
    [
      'all proposals, in the middle',
      20,
      () =>
        listProposals(context, actions, decider, {
          for: 'all',
          limit: 50,
          after: String(Math.floor(sizes.proposals / 2)),
        }),
    ],
  ]
  const rows: string[] = []
  for (const [what, aim, ask] of screens) {
    rows.push(`| ${what} | ${formatCost(await costOf(context, repeat, ask))} | ${aim} |`)
    console.log(rows.at(-1))
  }
  await context.db.close()
  await seeding.db.close()
  const table = ['| | ms | aim |', '| --- | ---: | ---: |', ...rows]
  const about = [
    `Milliseconds of database time of a call by its function, warm, as in the bench of reads: ${sizes.loans.toLocaleString('en-US')} loans,`,
    `${sizes.lenders.toLocaleString('en-US')} lenders, ${sizes.waiting.toLocaleString('en-US')} payments in suspense and ${sizes.proposals.toLocaleString('en-US')} proposals, and what`,
    `lists have ended: ${sizes.ended.toLocaleString('en-US')} things each, ten times as many withdrawals, thirty times as many entries of the trail.`,
  ]
  tellPage(
    {
      title: 'Console',
      about,
      machine,
      parts: [
        { heading: 'Screens', lines: table },
        { heading: 'Figures', lines: made },
      ],
    },
    values.keep ? values.name : null,
  )
} finally {
  await stand.close()
}
