import { startOfDay } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import { englishOf } from '../../../testing/english.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { acceptRisk, reserveFunding, signFunding } from '../../../testing/people.ts'
import { one } from '../../platform/db/database.ts'
import { countHourlyFigures } from '../today/hourly.ts'
import { loadTodayLines } from '../today/load-lines.ts'

// A month as an operator has it: everything by commands, with the clock moved from day to day. What the books say at
// its end is worked out a second time, from what was typed in and nothing else.

const { fixture, operator, file, loanFile, pathOf } = operatorAtWork({ inOtherMonths: true })

/** Twelve million over four months at 12%, FLAT, paid out on 10 September. */
const terms = {
  ...{ totalLoan: '12000000', minimumFunding: '100000', interest: '0.12', interestType: 'FLAT' },
  ...{ tenor: '4', tenorPeriod: 'MONTH', loanType: 'Modal Usaha' },
}
const [principal, interest] = [3_000_000, 120_000]
const installment = principal + interest
/** 0.1% a day of the overdue installment. */
const penalty = (days: number) => installment * days * 0.001

/** What borrowers paid in October. BLN-4 settles all of it, with the interest of the running month. */
const paid = {
  'BLN-1': { day: '2026-10-10', principal, interest, penalty: 0 },
  'BLN-2': { day: '2026-10-30', principal, interest, penalty: penalty(20) },
  'BLN-3': { day: '2026-10-10', principal, interest, penalty: 0 },
  'BLN-4': { day: '2026-10-15', principal: 4 * principal, interest: 2 * interest, penalty: penalty(5) },
  'BLN-5': { day: '2026-10-28', principal: 1_080_000, interest, penalty: 0 },
}
type Loan = keyof typeof paid
const loans = Object.keys(paid) as Loan[]
const sumOf =
  (...parts: ('principal' | 'interest' | 'penalty')[]) =>
  (loan: Loan) =>
    parts.reduce((sum, part) => sum + paid[loan][part], 0)
const all = sumOf('principal', 'interest', 'penalty')
const inAll = (of: (loan: Loan) => number) => loans.reduce((sum, loan) => sum + of(loan), 0)

/** Lenders with their twelfths of each loan, and the percent of tax on their interest. */
const lenders = [
  { phone: '81230000001', name: 'Sri Lestari', part: 6, tax: 15 },
  { phone: '81230000002', name: 'Budi Santoso', part: 4, tax: 30 },
  { phone: '81230000003', name: 'Bagas Adiwangsa', company: 'PT Lumbung Contoh', part: 2, tax: 15 },
]
const ids: number[] = []
const deposited = 40_000_000
const interestOf = (part: number) => (inAll(sumOf('interest')) * part) / 12
const taxOf = ({ part, tax }: (typeof lenders)[number]) => (interestOf(part) * tax) / 100
const cashOf = (lender: (typeof lenders)[number]) =>
  deposited - loans.length * lender.part * 1_000_000 + (inAll(all) * lender.part) / 12 - taxOf(lender)

const at = (day: string, hour = 12) =>
  fixture().travel(`${startOfDay(day).getTime() + hour * 3_600_000 - Date.now()} milliseconds`)

async function done(...args: string[]) {
  const result = await operator(['--json', ...args])
  expect(result, args.join(' ')).toMatchObject({ exit: 0, err: '' })
  return result.json
}

/** The lines of the morning's list on which somebody must act, of those that this month is about. */
async function morning(): Promise<Record<string, unknown>> {
  await countHourlyFigures(fixture().context, await loadTodayLines())
  const { json } = await operator(['--json', 'today'])
  const watched = ['dueToday', 'lateFrom', 'toPayOut', 'tax']
  return Object.fromEntries(
    json.lines
      .filter(({ name }: { name: string }) => watched.includes(name))
      .map(({ name, figures }: { name: string; figures: unknown[] }) => [name, figures]),
  )
}

/** Closes all days before this one, and issues the statements of a month that is over. */
async function nextDay(day: string, ...first: string[]) {
  at(day)
  await done('days', 'close', ...first)
  await done('repair', 'statements')
}

const line = (loan: Loan) => `${loan},${paid[loan].day},${all(loan)},TRF-${loan}`
const payments = async (...lines: string[]) =>
  done('repayments', 'import', await file(['loan_number,paid_on,amount,reference', ...lines, ''].join('\n')))

async function fundAll() {
  const { context } = fixture()
  for (const [place, { part }] of lenders.entries()) {
    const lenderId = ids[place] ?? 0
    await acceptRisk(context, lenderId)
    for (const loanNumber of loans) {
      const { loanId } = await one<{ loanId: number }>(
        context.db,
        'test.loan',
        'select id as "loanId" from loan where loan_number = $1',
        [loanNumber],
      )
      const wanted = { lenderId, loanId, loanNumber, amount: part * 1_000_000 }
      await signFunding(context, (await reserveFunding(context, wanted)).fundingId)
    }
  }
}

test('OPS-01 OPS-02 OPS-06 a month by commands alone ends in the books that its papers give', async () => {
  at('2026-09-01')
  for (const { phone, name, company, tax } of lenders) {
    const who = ['--phone', phone]
    const more = company ? ['--company', company] : []
    const email = `${phone}@contoh.example`
    const created = await done('lenders', 'create', ...who, '--name', name, '--email', email, ...more)
    ids.push(created.lenderId)
    if (tax === 15)
      await done('lenders', 'tax-number', 'set', ...who, '--number', `9900001708${phone.slice(-6)}`)
    else await done('lenders', 'tax-status', ...who, '--status', 'NO_TAX_NUMBER')
    const deposit = ['--amount', String(deposited), '--payment', `IN-${phone}`, '--without-line', 'uji']
    await done('lenders', 'top-up', ...who, ...deposit)
  }
  const offered = loans.map((loanNumber) => ({ ...terms, loanNumber, borrowerNumber: `B-${loanNumber}` }))
  await done('loans', 'import', await loanFile(...offered))
  await done('loans', 'publish', ...loans)
  await fundAll()

  at('2026-09-10')
  expect(await morning()).toMatchObject({ toPayOut: [{ count: 5, amount: 60_000_000 }] })
  await done('disbursements', 'make', '--all', '--yes')

  await nextDay('2026-10-10', '--from', '2026-09-10')
  expect(await morning()).toMatchObject({ dueToday: [{ count: 5, amount: 5 * installment }], lateFrom: [] })
  // The payment of BLN-3 is taken for one of BLN-2.
  expect(await payments(line('BLN-1'), `BLN-2,2026-10-10,${all('BLN-3')},WRONG`)).toMatchObject({ taken: 2 })

  await nextDay('2026-10-11')
  expect(await morning()).toMatchObject({ lateFrom: [{ of: '1', count: 3 }] })
  await done('repayments', 'reverse', 'WRONG', '--reason', 'milik BLN-3')
  await payments(line('BLN-3'))

  await nextDay('2026-10-15')
  expect(await done('loans', 'quote', 'BLN-4', '--on', '2026-10-15')).toMatchObject({ price: all('BLN-4') })
  const settled = ['--amount', String(all('BLN-4')), '--reference', 'TRF-BLN-4']
  await done('repayments', 'settle-early', 'BLN-4', '--paid-on', '2026-10-15', ...settled)

  await nextDay('2026-10-20')
  await done('loans', 'write-off', 'BLN-5', '--on', '2026-10-20', '--reason', 'pailit')
  await nextDay('2026-10-28')
  await payments(line('BLN-5'))
  await nextDay('2026-10-30')
  await payments(line('BLN-2'))

  await nextDay('2026-11-05')
  const taxes = lenders.reduce((sum, lender) => sum + taxOf(lender), 0)
  expect(await morning()).toMatchObject({
    lateFrom: [],
    tax: [{ of: '2026-10', amount: taxes, until: '2026-11-16' }],
  })
  const { json: slips } = await operator(['--json', 'tax', 'list', '--period', '2026-10'])
  for (const lender of lenders) {
    const expected = { interest: interestOf(lender.part), tax: taxOf(lender) }
    expect(slips.lines.find(({ phone }: { phone: string }) => phone === lender.phone)).toMatchObject(expected)
    const { movements } = await done('lenders', 'history', lender.phone)
    expect(movements.at(-1)).toMatchObject({ balance: cashOf(lender), loanNumber: 'BLN-2' })
  }
  const state = [
    '--paid-on',
    '2026-11-05',
    '--method',
    '1',
    '--reference',
    '0123456789ABCDEF',
    '--reason',
    'PPh',
  ]
  await done('payouts', 'tax', '--period', '2026-10', '--amount', String(taxes), ...state)
  at('2026-11-06')
  expect(await morning()).toMatchObject({ tax: [] })
  const { rows } = await done('report', 'month', '2026-10', '--out', pathOf('october.csv'))
  const served = loans.filter((loan) => loan !== 'BLN-5')
  const inOctober = (of: (loan: Loan) => number) => served.reduce((sum, loan) => sum + of(loan), 0)
  for (const expected of [
    { group: 'Pembayaran', of: 'Pokok', count: 4, rupiah: inOctober(sumOf('principal')) },
    { group: 'Pembayaran', of: 'Bunga', rupiah: inOctober(sumOf('interest')) },
    { group: 'Pembayaran', of: 'Denda', rupiah: inOctober(sumOf('penalty')) },
    { group: 'Hapus Buku', count: 1, rupiah: 4 * principal },
    { group: 'Pemulihan Setelah Hapus Buku', count: 1, rupiah: all('BLN-5') },
    { group: 'Penyaluran', count: 0, rupiah: 0 },
  ])
    expect(rows).toContainEqual(expect.objectContaining({ measure: 'Bulan ini', ...expected }))
  expect(await done('tkb', 'show', '--on', '2026-10-31')).toMatchObject({
    figures: { loans: 3, total: 9 * principal, LANCAR: 9 * principal },
  })
})

test('OPS-08 what the commands of the day print of this month, and what they refuse, is in Indonesian', async () => {
  const [sri] = lenders.map(({ phone }) => ['--phone', phone])
  const wrong = await file(
    ['loan_number,paid_on,amount,reference', 'BLN-1,2026-13-01,1,X-1', 'BLN-1,2026-11-01,1.000,X-2']
      .concat(['NONE,2026-11-01,1000,X-3', 'BLN-1,2026-11-01,99999999999,X-4', 'BLN-1,2026-11-01', ''])
      .join('\n'),
  )
  const ofNothing = ['0192f3a0-7c51-7cc2-9d5e-0a6b1f2c3d4e']
  const why = ['--reason', 'uji']
  const commands = [
    ...[['today'], ['books', 'audit'], ['books', 'waiting']],
    ...[
      ['bank', 'differences', '--all'],
      ['bank', 'lines', '--on', '2026-10-10'],
      ['bank', 'suspense'],
    ],
    ...[
      ['bank', 'match', ...ofNothing],
      ['bank', 'match', ...ofNothing, '--to', 'nonsense', '--note', 'uji'],
    ],
    ...[
      ['bank', 'take-back', ...ofNothing, ...why],
      ['bank', 'resolve', ...ofNothing, '--note', 'uji'],
    ],
    ...[
      ['deposits', 'suspense'],
      ['deposits', 'conflicts'],
      ['deposits', 'reverse', '--payment', 'X', ...why],
    ],
    ...[['deposits', 'assign', ...ofNothing, ...(sri ?? []), '--note', 'uji']],
    ...[
      ['withdrawals', 'open'],
      ['withdrawals', 'stop', ...ofNothing, '--note', 'uji'],
    ],
    ...[['withdrawals', 'return', ...ofNothing, '--note', 'uji']],
    ...[
      ['disbursements', 'open'],
      ['disbursements', 'make', 'BLN-1'],
      ['disbursements', 'reverse', 'NONE', ...why],
    ],
    ...[
      ['disbursements', 'make', '--all'],
      ['disbursements', 'stop', 'BLN-1', '--note', 'uji'],
    ],
    ...[
      ['days', 'list'],
      ['days', 'close', '--dry-run'],
      ['tkb', 'show'],
      ['report', 'month', '2026-11'],
    ],
    ...[
      ['repayments', 'list'],
      ['repayments', 'show', 'TRF-BLN-1'],
      ['repayments', 'show', 'NONE'],
    ],
    ...[
      ['repayments', 'import', wrong],
      ['repayments', 'import', wrong, '--all-or-nothing'],
      ['repayments', 'import', 'x'],
    ],
    ...[
      ['repayments', 'reverse'],
      ['repayments', 'reverse', 'NONE', ...why],
      ['repayments', 'reverse', 'TRF-BLN-1', ...why, '--dry-run'],
    ],
    ...[
      ['lenders', 'list'],
      ['lenders', 'show', ...(sri ?? [])],
      ['lenders', 'search', 'sri'],
      ['lenders', 'search', 'NONE'],
    ],
    ...[
      ['lenders', 'history', '81230000001'],
      ['lenders', 'history', 'NONE'],
      ['lenders', 'sessions', ...(sri ?? [])],
    ],
    ...[
      ['lenders', 'class', 'show', ...(sri ?? [])],
      ['lenders', 'tax-number', 'show', ...(sri ?? [])],
    ],
    ...[
      ['lenders', 'idle-cash'],
      ['lenders', 'estate', 'list'],
      ['lenders', 'suspend', ...(sri ?? []), ...why, '--dry-run'],
    ],
    ...[
      ['lenders', 'close', ...(sri ?? []), ...why],
      ['lenders', 'change-contact', ...(sri ?? []), ...why],
    ],
    ...[
      ['lenders', 'import', wrong],
      ['lenders', 'class', 'import', wrong],
      ['lenders', 'top-up', ...(sri ?? []), '--payment', 'X', '--amount', '100000', '--dry-run'],
    ],
    ...[
      ['loans', 'list'],
      ['loans', 'show', 'BLN-1'],
      ['loans', 'show', 'BLN-5'],
      ['loans', 'show', 'NONE'],
    ],
    ...[
      ['loans', 'fundings', 'BLN-1'],
      ['loans', 'ageing'],
      ['loans', 'publish', 'BLN-1', 'NONE'],
    ],
    ...[
      ['loans', 'import', wrong],
      ['loans', 'cancel', 'BLN-1', ...why],
      ['loans', 'cancel'],
      ['loans', 'quote', 'BLN-1', '--on', '2026-11-20'],
    ],
    ...[
      ['loans', 'write-off', 'BLN-1', '--on', '2026-11-05', ...why, '--dry-run'],
      ['loans', 'write-off', 'BLN-1', '--on', '2026-11-05', ...why],
    ],
    ...[
      ['loans', 'reverse-write-off', 'BLN-1', ...why],
      ['loans', 'vote', 'show', 'BLN-1'],
      ['loans', 'vote', 'rule'],
    ],
    ...[
      ['loans', 'facts', 'BLN-1', ...why],
      ['loans', 'edit-draft', 'BLN-1', ...why],
      ['loans', 'delete-draft', 'BLN-1', ...why],
    ],
    ...[
      ['loans', 'disburse-list'],
      ['loans', 'disburse-list', '--all', '--out', pathOf('list.csv')],
    ],
    ...[
      ['offers', 'extend', '--loan', 'BLN-1', '--until', '2026-12-01'],
      ['borrowers', 'list'],
      ['borrowers', 'show', 'B-BLN-1'],
    ],
    ...[
      ['loan-types', 'list'],
      ['products', 'list'],
      ['bulk-fundings', 'list'],
      ['auto-funding', 'rounds'],
      ['fundings', 'waiting'],
    ],
    ...[
      ['payouts', 'list'],
      ['payouts', 'waiting'],
      ['tax', 'list'],
      ['tax', 'list', '--period', '2026-10'],
      ['tax', 'year', 'close', '2026', ...why],
    ],
    ...[
      ['ledger', 'accounts'],
      ['ledger', 'trial-balance'],
      ['ledger', 'escrow'],
      ['limits', 'show'],
      ['mandates', 'list'],
    ],
    ...[
      ['notifications', 'failed'],
      ['risk-warning', 'show'],
      ['risk-warning', 'show', '99'],
      ['confirmations', 'list', ...(sri ?? [])],
    ],
    ...[
      ['jobs', 'list', '--state', 'dead'],
      ['jobs', 'retry'],
      ['timestamps', 'waiting'],
      ['documents', 'verify'],
    ],
    ...[
      ['staff', 'list'],
      ['approvals', 'show'],
      ['proposals', 'list'],
      ['break-glass', 'list'],
      ['repair', 'offers', '--dry-run'],
    ],
  ]
  const said: { command: string; english: string | undefined; text: string }[] = []
  for (const args of commands) {
    const { out, err } = await operator(args)
    said.push({ command: args.join(' '), english: englishOf(out + err), text: out + err })
  }
  expect(said.filter(({ english }) => english !== undefined)).toEqual([])
  // Some lists are empty, and print nothing.
  expect(said.filter(({ text }) => text !== '').length).toBeGreaterThan(100)
})
