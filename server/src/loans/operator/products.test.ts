import { describe, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, loanFile, counts } = operatorAtWork()
const { lender, onMarket } = lenderBeside(fixture)
const statuses = (pattern: string) =>
  many<{ number: string; status: string }>(
    fixture().context.db,
    'test.statuses',
    `select l.loan_number as number, p.status from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number like $1 order by 1`,
    [pattern],
  )

test('MKT-02 the operator adds loan types, and adds them to or removes them from the marketplace filter', async () => {
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

test('FIX-13 the rule for the end of an offer is stored with its loan type, and an incomplete one is refused', async () => {
  const rule = (...args: string[]) => operator(['--json', 'loan-types', 'rule', 'Ekspor', ...args])
  expect(await rule('--pay-out-from', '0.8')).toMatchObject({ exit: 2 })
  await operator(['loan-types', 'add', 'Ekspor'])
  const wanted = { extendDays: 7, extendTimes: 2, payOutSharePpm: 800_000, payOutDays: 14 }
  const words = '--extend-days 7 --extend-times 2 --pay-out-from 0.8 --pay-out-within 14'.split(' ')
  expect((await rule(...words, '--dry-run')).json).toEqual({ changed: true, rule: wanted, dryRun: true })
  expect((await rule(...words)).json).toEqual({ changed: true, rule: wanted })
  expect((await rule(...words)).json).toEqual({ changed: false, rule: wanted })
  const { json } = await operator(['--json', 'loan-types', 'list'])
  expect(json.loanTypes.find(({ name }: { name: string }) => name === 'Ekspor')).toMatchObject({
    rule: wanted,
  })
  expect((await operator(['loan-types', 'list'])).out).toContain(
    'tidak penuh pada akhir penawarannya: diperpanjang 7 hari paling banyak 2 kali, lalu dicairkan mulai 0.8 dari jumlahnya, selain itu dibatalkan; tidak dicairkan 14 hari sesudahnya: dibatalkan',
  )
  for (const wrong of [
    '--extend-days 7',
    '--extend-times 2',
    '--pay-out-from 0',
    '--pay-out-from 1.1',
    '--pay-out-within 0',
  ])
    expect(await rule(...wrong.split(' ')), wrong).toMatchObject({ exit: 2 })
})

test('FIX-13 `repair offers` processes ended offers as the worker does, and the loan shows the decision', async () => {
  const path = await loanFile({ loanNumber: 'ENDS-1', loanType: 'Ekspor', totalLoan: '2000000' })
  await operator(['loans', 'import', path, '--publish'])
  await fixture().context.db.query({
    text: `update loan_position p set offer_until = business_day(app_now()) from loan l
            where l.id = p.loan_id and l.loan_number = 'ENDS-1'`,
  })
  fixture().travel('1 day')
  const end = (...args: string[]) => operator(['--json', 'repair', 'offers', ...args])
  const dry = await end('--dry-run')
  expect(dry.json.offers).toMatchObject([{ loanNumber: 'ENDS-1', decision: 'EXTENDED' }])
  expect((await end()).json.offers).toEqual(dry.json.offers)
  expect((await end()).json.offers).toEqual([])
  const shown = await operator(['loans', 'show', 'ENDS-1'])
  fixture().travel(undefined)
  expect(shown.out).toContain('diperpanjang 7 hari paling banyak 2 kali')
  expect(shown.out).toContain('penawaran EXTENDED pada')
  expect(shown.out).toContain('dicairkan paling lambat')
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

  test('uploading the same file again creates no second bulk product, and its loans are published only together', async () => {
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
    await operator(['loans', 'publish', '--all', '--yes'])
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

  test('an upload with invalid lines creates a bulk product from the valid ones, or none with --all-or-nothing', async () => {
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
    const result = await upload(contradicted, 'PRD-2', '--all-or-nothing')
    expect(result).toMatchObject({
      exit: 2,
      json: { refusals: [{ line: 3, reason: 'pinjaman SINGLE-1 sudah ada' }] },
    })
    expect(await counts()).toEqual(before)
    expect(await upload(path, 'PRD-2')).toMatchObject({
      exit: 1,
      json: { created: true, loans: 1, refused: 3 },
    })
    expect(await statuses('MIXED-%')).toHaveLength(1)
  })

  test('a bulk product is refused with other content under a used number, or with loans of several loan types or none', async () => {
    await upload(await loanFile({ loanNumber: 'OTHER-1' }), 'PRD-3')
    const before = await counts()
    const refused = async (path: string, number: string) => (await upload(path, number)).json.error
    expect(await refused(await loanFile({ loanNumber: 'OTHER-2' }), 'PRD-3')).toMatch(/isi lain/)
    const types = await loanFile({ loanNumber: 'OTHER-3' }, { loanNumber: 'OTHER-4', loanType: 'Invoice' })
    expect(await refused(types, 'PRD-4')).toMatch(/satu jenis, bukan 2/)
    expect(await upload(await loanFile({ loanNumber: 'OTHER-1' }), 'PRD-5')).toMatchObject({
      exit: 1,
      json: { created: false, refusals: [{ line: 2, reason: 'pinjaman OTHER-1 sudah ada' }] },
    })
    expect(await refused(await loanFile(), 'PRD-6')).toMatch(/bukan 0/)
    expect(await counts()).toEqual(before)
  })

  test('removing a bulk product from the marketplace removes its loans too', async () => {
    await upload(await loanFile({ loanNumber: 'OFF-1' }, { loanNumber: 'OFF-2' }), 'PRD-8')
    await operator(['products', 'publish', 'PRD-8'])
    const cancel = (...more: string[]) => operator(['--json', 'products', 'cancel', 'PRD-8', ...more])
    const before = await counts()
    expect((await cancel('--dry-run')).json).toMatchObject({ loans: 2, dryRun: true })
    expect(await counts()).toEqual(before)
    expect((await cancel()).json).toEqual({ loans: 2, refunded: 0, released: 0, cancelling: 0, amount: 0 })
    expect((await statuses('OFF-%')).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect((await cancel()).json).toEqual({ loans: 0, refunded: 0, released: 0, cancelling: 0, amount: 0 })
    expect((await operator(['products', 'publish', 'PRD-8'])).err).toMatch(/sudah dibatalkan/)
    expect((await operator(['products', 'cancel', 'PRD-NONE'])).exit).toBe(2)
  })

  test('two concurrent uploads create a bulk product once', async () => {
    const path = await loanFile({ loanNumber: 'ATONCE-1' }, { loanNumber: 'ATONCE-2' })
    const result = await Promise.all([1, 2, 3].map(() => upload(path, 'PRD-7')))
    expect(result.map(({ exit }) => exit)).toEqual([0, 0, 0])
    expect(result.filter(({ json }) => json.created)).toHaveLength(1)
  })
})
