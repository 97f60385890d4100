import { describe, expect, test } from 'vitest'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile, counts } = operatorAtWork()
const { onMarket } = lenderBeside(fixture)

describe('SRV-01 loans import', () => {
  const load = (path: string, ...more: string[]) => operator(['--json', 'loans', 'import', path, ...more])

  test('`loans import --dry-run` predicts the result of the import and changes nothing', async () => {
    await load(await loanFile({ loanNumber: 'DRY-OLD' }))
    const path = await loanFile(
      { loanNumber: 'DRY-OLD' },
      { loanNumber: 'DRY-1' },
      { loanNumber: 'DRY-1' },
      { loanNumber: 'DRY-1', tenor: '7' },
      { loanNumber: 'DRY-OLD', tenor: '7' },
      { loanNumber: 'DRY-2', totalLoan: '1.000' },
    )
    const before = await counts()
    const result = await load(path, '--dry-run')
    expect(result).toMatchObject({
      exit: 1,
      json: { lines: 6, imported: 1, known: 2, refused: 3, published: 0, dryRun: true },
    })
    expect(await counts()).toEqual(before)
    const { dryRun: _, refusals: foreseen, ...promised } = result.json
    const { refusals, ...done } = (await load(path)).json
    expect(done).toEqual(promised)
    const byLine = (all: { line: number }[]) => all.toSorted((a, b) => a.line - b.line)
    expect(byLine(refusals)).toEqual(byLine(foreseen))
  })

  test('`loans import --all-or-nothing` imports nothing when a line is invalid', async () => {
    const before = await counts()
    const bad = await loanFile({ loanNumber: 'AON-1' }, { loanNumber: 'AON-2', tenor: '0' })
    expect(await load(bad, '--all-or-nothing', '--publish')).toMatchObject({
      exit: 2,
      json: { lines: 2, imported: 0, refused: 1, published: 0 },
    })
    expect(await counts()).toEqual(before)
    const good = await loanFile({ loanNumber: 'AON-1' }, { loanNumber: 'AON-2' })
    expect((await load(good, '--all-or-nothing')).json).toMatchObject({ imported: 2, refused: 0 })
  })

  test('the operator can publish and cancel a loan, and --dry-run writes nothing', async () => {
    await load(await loanFile({ loanNumber: 'PUB-1' }))
    expect((await operator(['loans', 'publish', 'PUB-1', '--dry-run'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBeUndefined()
    expect((await operator(['--json', 'loans', 'publish', 'PUB-1'])).json).toEqual({
      published: 1,
      notOffered: [],
    })
    expect(await operator(['--json', 'loans', 'publish', 'PUB-1'])).toMatchObject({
      exit: 0,
      json: { published: 0 },
    })
    expect(await onMarket('PUB-1')).toBeDefined()
    expect((await operator(['loans', 'publish'])).exit).toBe(2)
    expect((await operator(['loans', 'cancel', 'PUB-1', '--dry-run'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBeDefined()
    expect((await operator(['loans', 'cancel', 'PUB-1'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBeUndefined()
    const unknown = await operator(['loans', 'cancel', 'PUB-NONE'])
    expect([unknown.exit, unknown.err]).toEqual([2, expect.stringContaining('PUB-NONE tidak ada')])
    const again = await operator(['loans', 'cancel', 'PUB-1'])
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining('PUB-1 sudah dibatalkan sebelumnya')])
    expect((await operator(['loans', 'cancel'])).err).toContain('--file')
    expect((await operator(['loans', 'cancel', 'PUB-1', '--file', 'x.csv'])).err).toContain('--file')
    await load(await loanFile({ loanNumber: 'PUB-2' }))
    expect(await operator(['--json', 'loans', 'publish', 'PUB-NONE', 'PUB-1', 'PUB-2'])).toMatchObject({
      exit: 1,
      json: {
        published: 1,
        notOffered: [
          { loanNumber: 'PUB-NONE', status: null },
          { loanNumber: 'PUB-1', status: 'CANCELLED' },
        ],
      },
    })
  })
})
