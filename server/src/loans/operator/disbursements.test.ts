import { describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { flat } from '../../../testing/loan-operations.ts'
import { aLoan } from '../../../testing/people.ts'
import { aFundedLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, file, counts } = operatorAtWork()

describe('SRV-01 disbursing loans', () => {
  const statusOf = async (loanNumber: string) =>
    (
      await one<{ status: string }>(
        fixture().context.db,
        'test.status',
        `select p.status from loan_position p join loan l on l.id = p.loan_id where l.loan_number = $1`,
        [loanNumber],
      )
    ).status
  const make = (...args: string[]) => operator(['--json', 'disbursements', 'make', ...args])

  test('`disbursements make` disburses by loan number or all funded loans, and none in a dry run', async () => {
    const [first, second, third] = [
      await aFundedLoan(fixture().context, [500_000], flat),
      await aFundedLoan(fixture().context, [600_000], flat),
      await aFundedLoan(fixture().context, [700_000], flat),
    ]
    const open = await aLoan(fixture().context)
    const before = await counts()
    expect((await make(first.loanNumber, '--on', '2026-01-31', '--dry-run')).json).toMatchObject({
      made: 1,
      amount: 500_000,
      dryRun: true,
    })
    expect(await counts()).toEqual(before)
    expect(await make(first.loanNumber, open.loanNumber, 'T-NONE', '--on', '2026-01-31')).toMatchObject({
      exit: 1,
      json: {
        made: 1,
        amount: 500_000,
        refused: 2,
        refusals: [
          { loanNumber: open.loanNumber, reason: 'pinjaman belum didanai penuh' },
          { loanNumber: 'T-NONE', reason: 'pinjaman ini tidak ada' },
        ],
      },
    })
    expect((await make(first.loanNumber)).exit).toBe(1)
    expect((await make()).exit).toBe(2)
    expect((await make('--all', first.loanNumber)).exit).toBe(2)
    expect((await make('--all', '--on', '2026-01-31')).exit).toBe(2)
    expect(await statusOf(second.loanNumber)).not.toBe('ACTIVE')
    const all = await make('--all', '--on', '2026-01-31', '--yes')
    expect(all).toMatchObject({ exit: 0, json: { refused: 0 } })
    expect(all.json.made).toBeGreaterThanOrEqual(2)
    for (const { loanNumber } of [first, second, third]) expect(await statusOf(loanNumber)).toBe('ACTIVE')
    expect((await make('--all')).json).toMatchObject({ made: 0 })
  })

  test('a disbursement file disburses each of its loans once, also when it is imported again', async () => {
    const loan = await aFundedLoan(fixture().context, [500_000], flat)
    const content = (...lines: string[]) => file(['loan_number,disbursed_on', ...lines].join('\n'))
    const pay = async (path: string, ...more: string[]) =>
      operator(['--json', 'disbursements', 'import', path, ...more])
    const before = await counts()
    const good = await content(`${loan.loanNumber},2026-01-31`)
    const mixed = await content(
      `${loan.loanNumber},2026-01-31`,
      'T-NONE,2026-01-31',
      `${loan.loanNumber},2099-01-01`,
    )
    expect((await pay(good, '--dry-run')).json).toMatchObject({ taken: 1, amount: 500_000, dryRun: true })
    expect((await pay(mixed, '--all-or-nothing')).exit).toBe(2)
    expect(await counts()).toEqual(before)
    expect(await pay(mixed)).toMatchObject({ exit: 1, json: { taken: 1, refused: 2 } })
    expect((await pay(good)).json).toMatchObject({ taken: 0, known: 1, refused: 0 })
    expect((await pay(await content(`${loan.loanNumber},2026-01-30`))).json.refusals).toEqual([
      { line: 2, reason: 'pinjaman sudah dicairkan sebelumnya' },
    ])
    expect((await pay(await file(`loan_number\n${loan.loanNumber}\n`))).json).toMatchObject({ known: 1 })
  })
})
