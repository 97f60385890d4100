import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { amounts, flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, aFundedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, pathOf } = operatorAtWork({
  withoutFaults: 'a settlement has so many statements that with a fifth of them broken no try comes through',
})
const lent = (): Promise<LentLoan> =>
  aDisbursedLoan(fixture().context, amounts, { ...flat, disbursedOn: '2026-01-28' })
const statusOf = async ({ loanId }: LentLoan) =>
  (
    await one<{ status: string }>(
      fixture().context.db,
      'test.status',
      'select status from loan_position where loan_id = $1',
      [loanId],
    )
  ).status

test('SRV-01 `loans settle-early` accepts exactly the quoted price and refuses one rupiah less', async () => {
  const loan = await lent()
  const priced = await operator(['--json', 'loans', 'quote', loan.loanNumber, '--on', '2026-02-10'])
  expect(priced).toMatchObject({ exit: 0, json: { owed: 0, price: 1_212_000 } })
  const settle = (amount: number, ...more: string[]) =>
    operator([
      ...['--json', 'repayments', 'settle-early', loan.loanNumber, '--paid-on', '2026-02-10'],
      ...['--amount', String(amount), '--reference', `SETTLE-${loan.loanNumber}`, ...more],
    ])
  expect((await settle(1_211_999)).json.code).toBe('SETTLEMENT_TOO_LOW')
  expect((await settle(1_212_000, '--dry-run')).json).toMatchObject({ repaid: true, dryRun: true })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect(await settle(1_212_000)).toMatchObject({
    exit: 0,
    json: { principal: 1_200_000, interest: 12_000, penalty: 0, excess: 0, repaid: true },
  })
  expect(await statusOf(loan)).toBe('REPAID')
  expect((await settle(1_212_000)).exit).toBe(0)
  expect((await operator(['loans', 'quote', loan.loanNumber, '--on', '2026-02-11'])).exit).toBe(2)
})

test('SRV-01 `loans restructure` schedules the outstanding balance under the signed terms', async () => {
  const loan = await lent()
  const agreement = await file('signed by both')
  const restructure = (...more: string[]) =>
    operator([
      ...[
        '--json',
        'loans',
        'restructure',
        loan.loanNumber,
        '--agreed-on',
        '2026-03-15',
        '--interest',
        '0.06',
      ],
      ...[
        '--interest-type',
        'ANNUITY',
        '--tenor',
        '24',
        '--tenor-period',
        'MONTH',
        '--agreement',
        'ADD/2026/7',
      ],
      ...more,
    ])
  expect((await restructure()).exit).toBe(2)
  expect((await restructure('--agreement-file', pathOf('none.pdf'))).json.error).toMatch(/Tidak ada berkas/)
  const dry = await restructure('--agreement-file', agreement, '--keep-interest', '--dry-run')
  expect(dry.json).toMatchObject({
    principal: 1_200_000,
    interestKept: 12_000,
    interestWaived: 0,
    dryRun: true,
  })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect(await restructure('--agreement-file', agreement)).toMatchObject({
    exit: 0,
    json: { version: 2, principal: 1_200_000, interestKept: 0, interestWaived: 12_000, installments: 24 },
  })
  expect(await statusOf(loan)).toBe('RESTRUCTURED')
  const kept = await one(
    fixture().context.db,
    'test.agreement',
    `select detail ->> 'agreement' as name from audit_event where operation = 'restructureLoan'`,
  )
  expect(kept).toEqual({ name: 'ADD/2026/7' })
  const { hashes } = await one<{ hashes: number }>(
    fixture().context.db,
    'test.hash',
    `select count(*) as hashes from restructuring r where to_jsonb(r)::text like '%' || $1 || '%'`,
    [createHash('sha256').update('signed by both').digest('hex')],
  )
  expect(hashes).toBe(1)
})

test('SRV-01 `loans write-off` removes a loan from the outstanding balance, and a recovery is paid to its lenders', async () => {
  const loan = await lent()
  const writeOff = (...more: string[]) =>
    operator(['--json', 'loans', 'write-off', loan.loanNumber, '--on', '2026-06-30', ...more])
  expect((await writeOff()).exit).toBe(2)
  expect((await writeOff('--reason', 'insolvent', '--dry-run')).json).toMatchObject({
    principal: 1_200_000,
    dryRun: true,
  })
  expect(await statusOf(loan)).toBe('ACTIVE')
  expect((await writeOff('--reason', 'insolvent')).json).toMatchObject({
    principal: 1_200_000,
    interest: 144_000,
  })
  expect(await statusOf(loan)).toBe('WRITTEN_OFF')
  expect((await writeOff('--reason', 'insolvent')).json.code).toBe('WRITTEN_OFF_BEFORE')
  const recovered = ['repayments', 'record', loan.loanNumber, '--paid-on', '2026-07-15', '--amount', '50000']
  expect((await operator([...recovered, '--reference', 'RECOVERY'])).exit).toBe(0)
})

test('TKB-01 FIX-19 `days close` closes a day once, `days list` is paged, and `days quality` reports the figures of any day', async () => {
  const loan = await lent()
  const days = (...args: string[]) => operator(['--json', 'days', ...args])
  for (const coming of [['2099-01-01'], ['--from', '2099-01-01'], ['--until', '2099-01-01']])
    expect((await days('close', ...coming)).json.code).toBe('DAY_NOT_OVER')
  const dry = await days('close', '2026-03-01', '--dry-run')
  expect(dry).toMatchObject({ exit: 0, json: { closed: 1, dryRun: true } })
  expect((await days('list')).json).toEqual({ days: [], next: null })
  const closed = await days('close', '2026-03-01')
  expect(closed.json.days[0]).toMatchObject({ date: '2026-03-01' })
  expect((await days('close', '2026-03-01')).json).toEqual(closed.json)
  expect((await days('close', '2026-03-03')).json.code).toBe('DAY_OUT_OF_ORDER')
  expect((await days('close', '--until', '2026-03-04')).json).toMatchObject({ closed: 3 })
  expect((await days('close', '2026-03-05', '--until', '2026-03-06')).exit).toBe(2)
  expect((await days('close', '--dry-run')).exit).toBe(2)
  const listed = (await days('list', '--from', '2026-03-02', '--until', '2026-03-03')).json.days
  expect(listed.map(({ date }: { date: string }) => date)).toEqual(['2026-03-03', '2026-03-02'])
  const first = (await days('list', '--limit', '2')).json
  expect([first.days.length, first.next]).toEqual([2, '2026-03-03'])
  const second = (await days('list', '--limit', '2', '--after', first.next)).json
  expect(second.days.map(({ date }: { date: string }) => date)).toEqual(['2026-03-02', '2026-03-01'])
  expect(second.next).toBe(null)
  const { out } = await operator(['days', 'list'])
  expect(out).toMatch(/^2026-03-04 {2}\d+ pinjaman, sisa \d+, LANCAR \d+, DALAM_PERHATIAN_KHUSUS \d+, /)
  expect(out).toMatch(/ KURANG_LANCAR \d+, DIRAGUKAN \d+, MACET \d+, TKB0 [\d,]+%, .*TKB90 [\d,]+%\n/)

  const late = (await operator(['--json', 'tkb', 'show', '--on', '2026-03-01'])).json
  expect(late.tkb.TKB0.denominator).toBe(late.figures.total)
  expect(late.tkb.TKB0.numerator).toBeLessThanOrEqual(late.tkb.TKB30.numerator)
  await operator([
    ...['repayments', 'record', loan.loanNumber, '--paid-on', '2026-02-28'],
    ...['--amount', '112000', '--reference', 'BACK'],
  ])
  const mended = (await operator(['--json', 'tkb', 'show', '--on', '2026-03-01'])).json
  expect(mended.tkb.TKB0.numerator).toBeGreaterThan(late.tkb.TKB0.numerator)
  expect((await days('close', '2026-03-01')).json).toEqual(closed.json)
  expect((await operator(['--json', 'tkb', 'show', '--on', '2099-01-01'])).json.code).toBe('DATE_IN_FUTURE')
  expect((await operator(['tkb', 'show'])).out).toMatch(/TKB90 = [\d,]+%/)
})

test('FIX-19 a write-off file is applied line by line or all or nothing, and errors name the column', async () => {
  const [first, second, repaid] = [await lent(), await lent(), await lent()]
  const waiting = await aFundedLoan(fixture().context, [300_000])
  const take = async (lines: string[], ...more: string[]) =>
    operator([
      ...['--json', 'loans', 'write-off', '--file'],
      await file(['loan_number,written_off_on,reason', ...lines].join('\n')),
      ...more,
    ])
  const pay = ['repayments', 'settle-early', repaid.loanNumber, '--paid-on', '2026-02-10']
  await operator([...pay, '--amount', '1212000', '--reference', `ALL-${repaid.loanNumber}`])
  const late = await lent()
  const paid = ['repayments', 'record', late.loanNumber, '--paid-on', '2026-03-15', '--amount', '1000']
  await operator([...paid, '--reference', `SOME-${late.loanNumber}`])
  const lines = [
    `${first.loanNumber},2026-06-30,"insolvent, decision 7"`,
    `T-NONE,2026-06-30,insolvent`,
    `${waiting.loanNumber},2026-06-30,insolvent`,
    `${repaid.loanNumber},2026-06-30,insolvent`,
    `${second.loanNumber},2099-06-30,insolvent`,
    `${late.loanNumber},2026-01-27,insolvent`,
    `${late.loanNumber.toLowerCase()},2026-06-30,insolvent`,
    `${late.loanNumber},2026-06-31,insolvent`,
    `${late.loanNumber},2026-06-30,`,
  ]
  const reasons = [
    { line: 3, reason: 'loan_number: pinjaman ini tidak ada' },
    { line: 4, reason: 'loan_number: pinjaman belum dicairkan' },
    { line: 5, reason: 'loan_number: pinjaman tidak memiliki sisa pokok' },
    { line: 6, reason: 'written_off_on: 2099-06-30 sesudah hari ini' },
    { line: 7, reason: 'written_off_on: 2026-01-27 sebelum hari pencairan pinjaman' },
    { line: 8, reason: expect.stringMatching(/^loan_number harus/) },
    { line: 9, reason: expect.stringMatching(/^written_off_on harus tanggal/) },
    { line: 10, reason: 'reason kosong' },
  ]
  const byLine = (result: { json: { refusals: { line: number; reason: string }[] } }) =>
    result.json.refusals.toSorted((a, b) => a.line - b.line)
  const nothing = await take(lines, '--all-or-nothing')
  expect(nothing).toMatchObject({ exit: 2, json: { lines: 9, taken: 0, refused: 8 } })
  const dry = await take(lines, '--dry-run')
  expect(dry).toMatchObject({ exit: 1, json: { taken: 1, refused: 8, principal: 1_200_000, dryRun: true } })
  expect(byLine(dry)).toEqual(reasons)
  expect(await statusOf(first)).toBe('ACTIVE')
  const result = await take(lines)
  expect(result).toMatchObject({ exit: 1, json: { taken: 1, known: 0, refused: 8, interest: 144_000 } })
  expect(byLine(result)).toEqual(reasons)
  expect(await statusOf(first)).toBe('WRITTEN_OFF')

  const good = [`${first.loanNumber},2026-06-30,again`, `${second.loanNumber},2026-06-30,insolvent`]
  expect(await take(good, '--all-or-nothing')).toMatchObject({ exit: 0, json: { taken: 1, known: 1 } })
  expect(await statusOf(second)).toBe('WRITTEN_OFF')
  const other = await take([`${first.loanNumber},2026-06-29,again`, `${late.loanNumber},2026-03-14,x`])
  expect(byLine(other).map(({ reason }) => reason)).toEqual([
    'written_off_on: pinjaman sudah dihapusbukukan pada 2026-06-30',
    expect.stringMatching(/^written_off_on: 2026-03-14 sebelum pembayaran terakhir/),
  ])
})

test('FIX-19 every file command refuses a file that has the same number twice, and names the earlier line', async () => {
  const loan = await lent()
  const funded = await aFundedLoan(fixture().context, [300_000])
  const number = loan.loanNumber
  const hash = 'a1'.repeat(32)
  const part = (of: string, phone: string, agreement: string) =>
    `${of},${phone},1000,2026-01-05,${agreement},${hash}`
  const parts = 'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256'
  const files: [string[], string[], string[]][] = [
    [
      ['loans', 'write-off', '--file'],
      ['loan_number,written_off_on,reason', `${number},2026-06-30,x`, 'bad', `${number},2026-06-29,x`],
      [`4: loan_number ${number} juga disebut di baris 2, dengan hari atau alasan lain`],
    ],
    [
      ['repayments', 'import'],
      [
        'loan_number,paid_on,amount,reference',
        `${number},2026-02-28,5,R/1`,
        'bad',
        `${number},2026-02-28,6,R/1`,
      ],
      [`4: reference R/1 dari ${number} juga disebut di baris 2, dengan isi lain`],
    ],
    [
      ['repayments', 'reverse', '--file'],
      ['reference,reason', 'R/1,misread', 'bad', 'R/1,another'],
      ['4: reference R/1 juga disebut di baris 2, dengan alasan lain'],
    ],
    [
      ['disbursements', 'import'],
      [
        'loan_number,disbursed_on',
        `${funded.loanNumber},2026-02-01`,
        'bad',
        `${funded.loanNumber},2026-02-02`,
      ],
      [`4: loan_number ${funded.loanNumber} juga disebut di baris 2, dengan hari lain`],
    ],
    [
      ['loans', 'take-over'],
      [
        parts,
        part('TO-1', '81200000001', 'A/1'),
        part('TO-2', '81200000001', 'A/2'),
        part('TO-1', '81200000002', 'A/3'),
        part('TO-3', '81200000002', 'A/2'),
      ],
      [
        '4: loan_number TO-1 juga disebut di baris 2: baris-baris satu pinjaman harus berurutan',
        '5: agreement_reference A/2 juga disebut di baris 3',
      ],
    ],
  ]
  for (const [command, lines, expected] of files) {
    const { json } = await operator(['--json', ...command, await file(lines.join('\n')), '--dry-run'])
    const refusals = json.refusals.map(
      ({ line, reason }: { line: number; reason: string }) => `${line}: ${reason}`,
    )
    expect(refusals).toEqual(expect.arrayContaining(expected))
  }
})
