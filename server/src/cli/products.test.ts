import { describe, expect, test } from 'vitest'
import { many } from '../platform/db/database.ts'
import { lenderBeside, operatorAtWork } from './testing.ts'

const { world, operator, loanFile, counts } = operatorAtWork()
const { lender, onMarket } = lenderBeside(world)
const statuses = (pattern: string) =>
  many<{ number: string; status: string }>(
    world().context.db,
    'test.statuses',
    `select l.loan_number as number, p.status from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number like $1 order by 1`,
    [pattern],
  )

test('MKT-02 loan types are added, and taken into the filter or out of it', async () => {
  const types = (...args: string[]) => operator(['--json', 'loan-types', ...args])
  const statusOf = async (name: string) =>
    (await types('list')).json.loanTypes.find((type: { name: string }) => type.name === name)?.status
  expect((await types('add', 'Invoice', '--dry-run')).json).toEqual({ added: true, dryRun: true })
  expect(await statusOf('Invoice')).toBeUndefined()
  expect((await types('add', 'Invoice')).json).toEqual({ added: true })
  expect((await types('add', 'Invoice')).json).toEqual({ added: false })
  expect((await types('deactivate', 'Invoice')).json).toEqual({ changed: true, status: 'INACTIVE' })
  expect(await statusOf('Invoice')).toBe('INACTIVE')
  const list = (await lender().get('/loan-types')).json.list
  expect(list.find(({ name }: { name: string }) => name === 'Invoice').status).toBe('INACTIVE')
  expect((await types('activate', 'Invoice')).json).toEqual({ changed: true, status: 'ACTIVE' })
  expect((await types('activate', 'Nothing')).exit).toBe(2)
  expect((await types('add', '')).exit).toBe(2)
})

describe('SRV-01 a bulk product', () => {
  const upload = (path: string, number: string, ...more: string[]) =>
    operator([
      '--json',
      'products',
      'upload',
      path,
      '--number',
      number,
      '--partner',
      'Koperasi Contoh',
      ...more,
    ])

  test('is one file of loans, uploaded once, offered at once, and none of them alone', async () => {
    const path = await loanFile(
      { loanNumber: 'BULK-1', totalLoan: '1000000' },
      { loanNumber: 'BULK-2', totalLoan: '2000000' },
    )
    const before = await counts()
    const dry = await upload(path, 'PRD-1', '--dry-run')
    expect(dry.json).toMatchObject({ created: true, loans: 2, total: 3_000_000, dryRun: true })
    expect(await counts()).toEqual(before)
    expect(await upload(path, 'PRD-1')).toMatchObject({
      exit: 0,
      json: { created: true, loans: 2, total: 3_000_000, refused: 0 },
    })
    expect((await upload(path, 'PRD-1')).json).toMatchObject({ created: false, loans: 2, total: 3_000_000 })
    await operator(['loans', 'publish', '--all'])
    expect(await operator(['--json', 'loans', 'publish', 'BULK-1'])).toMatchObject({
      exit: 1,
      json: { published: 0, notOffered: [{ loanNumber: 'BULK-1', status: 'DRAFT', ofProduct: true }] },
    })
    expect((await statuses('BULK-%')).map(({ status }) => status)).toEqual(['DRAFT', 'DRAFT'])
    expect((await operator(['--json', 'products', 'publish', 'PRD-1'])).json).toEqual({
      published: true,
      loans: 2,
    })
    expect((await operator(['--json', 'products', 'publish', 'PRD-1'])).json).toMatchObject({
      published: false,
    })
    expect((await statuses('BULK-%')).map(({ status }) => status)).toEqual(['OFFERED', 'OFFERED'])
    expect(await onMarket('BULK-1')).toBeUndefined()
    const { products } = (await operator(['--json', 'products', 'list'])).json
    expect(products.find(({ number }: { number: string }) => number === 'PRD-1')).toMatchObject({
      partnerName: 'Koperasi Contoh',
      loanTypeName: 'Modal Usaha',
      status: 'OFFERED',
      loans: 2,
      total: 3_000_000,
      funded: 0,
    })
    expect((await operator(['products', 'publish', 'PRD-NONE'])).exit).toBe(2)
  })

  test('takes the good lines, or with a flag nothing', async () => {
    await operator(['loans', 'import', await loanFile({ loanNumber: 'SINGLE-1' })])
    const path = await loanFile(
      { loanNumber: 'MIXED-1' },
      { loanNumber: 'SINGLE-1' },
      { loanNumber: 'MIXED-1' },
      { loanNumber: 'MIXED-2', tenor: 'x' },
    )
    const before = await counts()
    const nothing = await upload(path, 'PRD-2', '--all-or-nothing')
    expect(nothing).toMatchObject({ exit: 2, json: { created: false, refused: 1 } })
    const contradicted = await loanFile({ loanNumber: 'MIXED-1' }, { loanNumber: 'SINGLE-1' })
    const told = await upload(contradicted, 'PRD-2', '--all-or-nothing')
    expect(told).toMatchObject({
      exit: 2,
      json: { refusals: [{ line: 3, reason: 'loan SINGLE-1 exists already' }] },
    })
    expect(await counts()).toEqual(before)
    expect(await upload(path, 'PRD-2')).toMatchObject({
      exit: 1,
      json: { created: true, loans: 1, refused: 3 },
    })
    expect(await statuses('MIXED-%')).toHaveLength(1)
  })

  test('with another content under its number, of several types or of none is refused whole', async () => {
    await upload(await loanFile({ loanNumber: 'OTHER-1' }), 'PRD-3')
    const before = await counts()
    const refused = async (path: string, number: string) => (await upload(path, number)).json.error
    expect(await refused(await loanFile({ loanNumber: 'OTHER-2' }), 'PRD-3')).toMatch(/other content/)
    const types = await loanFile({ loanNumber: 'OTHER-3' }, { loanNumber: 'OTHER-4', loanType: 'Invoice' })
    expect(await refused(types, 'PRD-4')).toMatch(/of one type, not of 2/)
    expect(await refused(await loanFile({ loanNumber: 'OTHER-1' }), 'PRD-5')).toMatch(/None of the loans/)
    expect(await refused(await loanFile(), 'PRD-6')).toMatch(/not of 0/)
    expect(await counts()).toEqual(before)
  })

  test('is taken off the marketplace with its loans', async () => {
    await upload(await loanFile({ loanNumber: 'OFF-1' }, { loanNumber: 'OFF-2' }), 'PRD-8')
    await operator(['products', 'publish', 'PRD-8'])
    const withdraw = (...more: string[]) => operator(['--json', 'products', 'withdraw', 'PRD-8', ...more])
    const before = await counts()
    expect((await withdraw('--dry-run')).json).toMatchObject({ loans: 2, dryRun: true })
    expect(await counts()).toEqual(before)
    expect((await withdraw()).json).toEqual({ loans: 2, refunded: 0, released: 0 })
    expect((await statuses('OFF-%')).map(({ status }) => status)).toEqual(['WITHDRAWN', 'WITHDRAWN'])
    expect((await withdraw()).json).toEqual({ loans: 0, refunded: 0, released: 0 })
    expect((await operator(['products', 'publish', 'PRD-8'])).err).toMatch(/was taken back/)
    expect((await operator(['products', 'withdraw', 'PRD-NONE'])).exit).toBe(2)
  })

  test('uploaded twice at once is one product', async () => {
    const path = await loanFile({ loanNumber: 'ATONCE-1' }, { loanNumber: 'ATONCE-2' })
    const told = await Promise.all([1, 2, 3].map(() => upload(path, 'PRD-7')))
    expect(told.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(told.filter(({ json }) => json.created)).toHaveLength(1)
  })
})
