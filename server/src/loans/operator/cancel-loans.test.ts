import { expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { many } from '../../platform/db/database.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, loanFile, counts } = operatorAtWork()
const cancel = (path: string, ...more: string[]) =>
  operator(['--json', 'loans', 'cancel', '--file', path, ...more])
const fileOf = (...lines: string[]) => file(['loan_number,reason', ...lines, ''].join('\n'))

test('FIX-18 `loans cancel` cancels each line of a file, releases the money and names duplicate lines', async () => {
  const { context } = fixture()
  const loan = await aLoan(context)
  const { lenderId } = await aLender(context, { cash: 2_000_000 })
  const { fundingId } = await reserveFunding(context, { lenderId, ...loan, amount: 2_000_000 })
  await signFunding(context, fundingId)
  await operator(['loans', 'import', await loanFile({ loanNumber: 'CANCEL-1' })])
  const path = await fileOf(
    `${loan.loanNumber},borrower withdrew`,
    'CANCEL-NONE,typing error',
    'CANCEL-1,no consent',
    `${loan.loanNumber},again`,
    'CANCEL-1,',
  )
  const before = await counts()
  const dry = await cancel(path, '--dry-run')
  const expected = { lines: 5, cancelled: 2, known: 0, refused: 3, refunded: 1 }
  expect(dry).toMatchObject({ exit: 1, json: { ...expected, dryRun: true } })
  expect(await counts()).toEqual(before)
  const done = await cancel(path)
  expect(done).toMatchObject({ exit: 1, json: expected })
  expect(done.json.refusals).toEqual([
    { line: 3, reason: expect.stringContaining('pinjaman CANCEL-NONE tidak ada') },
    { line: 5, reason: expect.stringContaining('sudah ada di baris 2 berkas ini') },
    { line: 6, reason: expect.stringContaining('reason kosong') },
  ])
  expect(done.json.refusals).toEqual(dry.json.refusals)
  expect((await cashOf(context.db, lenderId)).available).toBe(2_000_000)
  const audited = await many<{ reason: string }>(
    context.db,
    'test.audited',
    `select detail ->> 'reason' as reason from audit_event where subject = $1 and operation = 'cancelLoan'`,
    [`loan:${loan.loanNumber}`],
  )
  expect(audited).toEqual([{ reason: 'borrower withdrew' }])
  // Applying the file a second time cancels nothing more.
  expect((await cancel(path)).json).toMatchObject({ cancelled: 0, known: 2, refused: 3, refunded: 0 })
})

test('FIX-18 `loans cancel --all-or-nothing` cancels nothing when a line is invalid', async () => {
  const loan = await aLoan(fixture().context)
  const before = await counts()
  const bad = await fileOf(`${loan.loanNumber},expired`, 'CANCEL-NONE,expired')
  expect(await cancel(bad, '--all-or-nothing')).toMatchObject({
    exit: 2,
    json: { lines: 2, cancelled: 0, refused: 1 },
  })
  expect(await counts()).toEqual(before)
  const good = await fileOf(`${loan.loanNumber},expired`)
  expect(await cancel(good, '--all-or-nothing')).toMatchObject({ exit: 0, json: { cancelled: 1 } })
  expect((await cancel(await file('number\nX\n'))).err).toContain('loan_number')
})
