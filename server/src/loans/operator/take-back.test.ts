import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { aLender } from '../../../testing/people.ts'

const { fixture, operator, file } = operatorAtWork()

const header =
  'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256,as_of,disbursed_on,days_late,principal_left,interest_due'
const opened = (left: number) => `2026-01-05,2025-06-05,61,${left},36000`
const notPaidOut = ',,,,'

const line = (loanNumber: string, phone: string, opening: string) => {
  const sha256 = createHash('sha256').update(loanNumber).digest('hex')
  return `${loanNumber},${phone},1200000,2025-06-01,ARSIP/${loanNumber},${sha256},${opening}`
}
const partsFile = (...lines: string[]) => file(`${[header, ...lines].join('\n')}\n`)

const aDraft = async () =>
  (await aDraftLoan(fixture().context, { totalLoan: 1_200_000, interestType: 'FLAT' })).loanNumber
const takeOver = (path: string) => operator(['--json', 'loans', 'take-over', path])
const takeBack = (...more: string[]) =>
  operator(['loans', 'take-back', '--reason', 'balances of another day', ...more])
const statusOf = async (loanNumber: string) =>
  (
    await one<{ status: string }>(
      fixture().context.db,
      'test.status_of',
      'select status from loan_position p join loan l on l.id = p.loan_id where l.loan_number = $1',
      [loanNumber],
    )
  ).status

test('VAL-05 the take-over of one loan is taken back after asking, with a dry run in words', async () => {
  const { phone } = await aLender(fixture().context)
  const loanNumber = await aDraft()
  await takeOver(await partsFile(line(loanNumber, phone, opened(800_000))))
  const words =
    '1 pendanaan sebesar Rp1.200.000 (satu juta dua ratus ribu rupiah); tidak ada dana yang bergerak'
  const dry = await takeBack(loanNumber, '--dry-run')
  expect(dry).toMatchObject({ exit: 0 })
  expect(dry.out).toContain(`${loanNumber} menjadi draf lagi: dibatalkan, ${words}`)
  const asked = await takeBack(loanNumber)
  expect(asked).toMatchObject({ exit: 2 })
  expect(asked.err).toContain(`Batalkan pengambilalihan ${loanNumber}, ${words}?`)
  expect(await statusOf(loanNumber)).toBe('ACTIVE')
  expect(await takeBack(loanNumber, '--yes')).toMatchObject({ exit: 0 })
  expect(await statusOf(loanNumber)).toBe('DRAFT')
  expect((await takeBack(loanNumber)).out).toBe(`${loanNumber} sudah dibatalkan sebelumnya\n`)
})

test('VAL-05 what a file took over is taken back by the same file, and never what a right file took over after it', async () => {
  const { context } = fixture()
  const { phone, lenderId } = await aLender(context, { cash: 1_200_000 })
  const [a, b, c, other] = [await aDraft(), await aDraft(), await aDraft(), await aDraft()]
  const wrong = await partsFile(
    line(a, phone, opened(800_000)),
    line(b, phone, notPaidOut),
    line(c, phone, opened(800_000)),
  )
  expect(await takeOver(wrong)).toMatchObject({ json: { taken: 3 } })
  await operator([
    'repayments',
    'record',
    c,
    '--paid-on',
    '2026-01-10',
    '--amount',
    '5000',
    '--reference',
    'C-1',
    '--yes',
  ])
  const sums =
    'Rp2.400.000 (dua juta empat ratus ribu rupiah); Rp1.200.000 (satu juta dua ratus ribu rupiah) di antaranya kembali ke dana Pemberi Dana'
  const asked = await takeBack('--file', wrong)
  expect(asked.err).toContain(`Batalkan pengambilalihan 2 pinjaman, ${sums}?`)
  const nothing = await takeBack('--file', wrong, '--yes', '--all-or-nothing')
  expect(nothing).toMatchObject({ exit: 2 })
  expect(nothing.out).toContain(
    `baris 4 ditolak: ${c} berubah sejak diambil alih: batalkan dahulu pembayarannya C-1 ("repayments reverse").`,
  )
  expect(await statusOf(a)).toBe('ACTIVE')
  const done = await takeBack('--file', wrong, '--yes')
  expect(done).toMatchObject({ exit: 1 })
  expect(done.out).toContain(
    `3 baris: pengambilalihan 2 pinjaman dibatalkan, ${sums}; 0 sudah dikenal, 1 baris ditolak`,
  )
  expect([await statusOf(a), await statusOf(b), await statusOf(c)]).toEqual(['DRAFT', 'DRAFT', 'ACTIVE'])
  // With the interest of the payment, less tax.
  expect((await cashOf(context.db, lenderId)).available).toBe(1_200_000 + 4_250)

  const right = await partsFile(line(a, phone, opened(725_000)))
  expect(await takeOver(right)).toMatchObject({ json: { taken: 1, refused: 0 } })
  await operator(['repayments', 'reverse', 'C-1', '--reason', 'misread'])
  const again = await takeBack('--file', wrong, '--yes')
  expect(again.out).toContain('3 baris: pengambilalihan 1 pinjaman dibatalkan')
  expect(again.out).toContain('2 sudah dikenal, 0 baris ditolak')
  expect([await statusOf(a), await statusOf(c)]).toEqual(['ACTIVE', 'DRAFT'])
  const never = await takeBack(
    '--file',
    await partsFile(line(other, phone, notPaidOut), line('NONE', phone, notPaidOut)),
  )
  expect(never.out).toContain(`baris 2 ditolak: ${other} tidak diambil alih dengan bagian-bagian ini.`)
  expect(never.out).toContain('baris 3 ditolak: loan_number: pinjaman ini tidak ada')
  expect(await takeBack('--file', await partsFile(line(a, phone, opened(800_000))))).toMatchObject({
    exit: 0,
  })
  expect(await statusOf(a)).toBe('ACTIVE')
})

test('VAL-05 one loan or a file is named, and a reason', async () => {
  expect(await takeBack()).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Sebutkan satu pinjaman, atau berkasnya'),
  })
  const both = await takeBack('A-1', '--file', 'parts.csv')
  expect(both).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Sebutkan satu pinjaman, atau berkasnya'),
  })
  expect(await operator(['loans', 'take-back', 'A-1'])).toMatchObject({
    err: expect.stringContaining("opsi '--reason <text>' wajib diisi"),
  })
})
