import { expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { aLender } from '../../../testing/people.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, counts } = operatorAtWork()
const dayBefore = async (days: number) =>
  (
    await one<{ day: string }>(
      fixture().context.db,
      'test.day',
      'select business_day(app_now()) - $1::int as day',
      [days],
    )
  ).day

/** Runs a command without --yes, which must be asked and change nothing, then with it. */
async function asks(question: string, ...args: string[]) {
  const before = await counts()
  const asked = await operator(['--json', ...args])
  expect(asked).toMatchObject({ exit: 2, json: { error: expect.stringContaining(question) } })
  expect(asked.json.error).toContain('--yes')
  expect(await counts()).toEqual(before)
  expect((await operator(['--json', ...args, '--dry-run'])).exit).toBe(0)
  expect(await operator(['--json', ...args, '--yes'])).toMatchObject({ exit: 0 })
}

test('VAL-13 a write-off of a loan that is not late asks with the principal in words, of a late one it does not', async () => {
  const { context } = fixture()
  const today = await dayBefore(0)
  const lent = async (ago: number) =>
    (await aDisbursedLoan(context, [1_000_000], { ...flat, disbursedOn: await dayBefore(ago) })).loanNumber
  const writeOff = (loan: string) => ['loans', 'write-off', loan, '--on', today, '--reason', 'decision 7']
  await asks('Rp1.000.000 (satu juta rupiah)', ...writeOff(await lent(0)))
  expect(await operator(['--json', ...writeOff(await lent(100))])).toMatchObject({ exit: 0 })
  const fresh = await lent(0)
  const lines = `loan_number,written_off_on,reason\n${fresh},${today},x\n${await lent(100)},${today},x\n`
  const path = await file(lines)
  expect((await operator(['--json', 'loans', 'write-off', '--file', path])).json).toMatchObject({
    taken: 1,
    refusals: [
      { line: 2, reason: 'tidak ada yang terlambat pada pinjaman ini: sebutkan --yes bila memang demikian' },
    ],
  })
  expect((await operator(['--json', 'loans', 'write-off', '--file', path, '--yes'])).json).toMatchObject({
    taken: 1,
    known: 1,
  })
})

test('VAL-13 disbursing all funded loans, or Rp1 billion or more, asks for confirmation with the sum in words', async () => {
  const { context } = fixture()
  for (const amount of [300_000, 200_000]) await aFundedLoan(context, [amount], flat)
  await asks(
    'Cairkan semua 2 pinjaman yang didanai penuh: Rp500.000 (lima ratus ribu rupiah)',
    'disbursements',
    'make',
    '--all',
  )
  const large = await aFundedLoan(context, [1_500_000_000], flat)
  await asks('(satu miliar lima ratus juta rupiah)', 'disbursements', 'make', large.loanNumber)
  const small = await aFundedLoan(context, [300_000], flat)
  expect(await operator(['--json', 'disbursements', 'make', small.loanNumber])).toMatchObject({ exit: 0 })
})

test('VAL-13 a disbursement file or a cancellation of Rp1 billion or more asks for confirmation with the sum in words', async () => {
  const { context } = fixture()
  const [paid, cancelled, listed, small] = await Promise.all(
    [1_500_000_000, 1_200_000_000, 1_100_000_000, 300_000].map((amount) =>
      aFundedLoan(context, [amount], flat),
    ),
  )
  const numbers = (...loans: ({ loanNumber: string } | undefined)[]) =>
    loans.map((loan) => loan?.loanNumber ?? '')
  const toPay = await file(`loan_number\n${numbers(paid).join()}\n`)
  await asks(
    'Cairkan 1 pinjaman: Rp1.500.000.000 (satu miliar lima ratus juta rupiah)',
    'disbursements',
    'import',
    toPay,
  )
  await asks(
    'Kembalikan kepada Pemberi Dana Rp1.200.000.000 (satu miliar dua ratus juta rupiah)',
    'loans',
    'cancel',
    ...numbers(cancelled),
  )
  const toCancel = await file(`loan_number,reason\n${numbers(listed).join()},withdrawn\n`)
  await asks('Kembalikan kepada Pemberi Dana Rp1.100.000.000', 'loans', 'cancel', '--file', toCancel)
  expect(await operator(['--json', 'loans', 'cancel', ...numbers(small)])).toMatchObject({
    exit: 0,
    json: { refunded: 1, amount: 300_000 },
  })
})

test('VAL-13 setting a lender’s tax treaty at 0% asks for confirmation, one at 10% does not', async () => {
  const { phone } = await aLender(fixture().context)
  const status = ['lenders', 'tax-status', '--phone', phone, '--status', 'TREATY', '--rate']
  await asks('Potong pajak 0% (nol persen)', ...status, '0')
  expect((await operator(['--json', ...status, '0.1'])).exit).toBe(0)
})
