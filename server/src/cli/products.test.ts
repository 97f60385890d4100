import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fileWith } from '../loans/csv/example-loan.ts'
import { accountOf, openAccount, postMany } from '../ledger/index.ts'
import { many, one, run } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { operatorOn } from '../testing/operator.ts'
import { makeWorld, type World } from '../testing/world.ts'

let world: World
let app: TestApp
let lender: LoggedIn
let operator: ReturnType<typeof operatorOn>
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
  lender = await logIn(world, app, { cash: 1_000_000 })
  operator = operatorOn(world)
  folder = await mkdtemp(join(tmpdir(), 'pematang-products-'))
})
afterAll(async () => {
  await app.close()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => expect(await world.books()).toEqual([]))

const open = { offerFrom: '2000-01-01', offerUntil: '2100-01-01' }
let files = 0
async function loanFile(...changes: Parameters<typeof fileWith>): Promise<string> {
  const path = join(folder, `${(files += 1)}.csv`)
  await writeFile(path, fileWith(...changes.map((change) => ({ ...open, marketingDetail: '', ...change }))))
  return path
}
const counts = () =>
  one(
    world.context.db,
    'test.counts',
    `select (select count(*) from loan) as loans, (select count(*) from bulk_product) as products,
            (select count(*) from account) as accounts, (select count(*) from loan_type) as types,
            (select count(*) from audit_event) as audited`,
  )
const statuses = (pattern: string) =>
  many<{ number: string; status: string }>(
    world.context.db,
    'test.statuses',
    `select l.loan_number as number, p.status from loan l join loan_position p on p.loan_id = l.id
      where l.loan_number like $1 order by 1`,
    [pattern],
  )
const onMarket = async (number: string): Promise<boolean> =>
  (await lender.get('/marketplace?limit=100')).json.list.some(
    ({ loanNumber }: { loanNumber: string }) => loanNumber === number,
  )

describe('SRV-01 loans import', () => {
  const load = (path: string, ...more: string[]) => operator(['--json', 'loans', 'import', path, ...more])

  test('--dry-run says what the import then does, and changes nothing', async () => {
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
    const told = await load(path, '--dry-run')
    expect(told).toMatchObject({
      exit: 1,
      json: { lines: 6, imported: 1, known: 2, refused: 3, published: 0, dryRun: true },
    })
    expect(await counts()).toEqual(before)
    const { dryRun: _, refusals: foreseen, ...promised } = told.json
    const { refusals, ...done } = (await load(path)).json
    expect(done).toEqual(promised)
    const byLine = (all: { line: number }[]) => all.toSorted((a, b) => a.line - b.line)
    expect(byLine(refusals)).toEqual(byLine(foreseen))
  })

  test('--all-or-nothing imports nothing where a line is bad', async () => {
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

  test('publish and withdraw, dry and in earnest', async () => {
    await load(await loanFile({ loanNumber: 'PUB-1' }))
    expect((await operator(['loans', 'publish', 'PUB-1', '--dry-run'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBe(false)
    expect((await operator(['--json', 'loans', 'publish', 'PUB-1'])).json).toEqual({
      published: 1,
      notOffered: [],
    })
    expect(await operator(['--json', 'loans', 'publish', 'PUB-1'])).toMatchObject({
      exit: 0,
      json: { published: 0 },
    })
    expect(await onMarket('PUB-1')).toBe(true)
    expect((await operator(['loans', 'publish'])).exit).toBe(2)
    expect((await operator(['loans', 'withdraw', 'PUB-1', '--dry-run'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBe(true)
    expect((await operator(['loans', 'withdraw', 'PUB-1'])).exit).toBe(0)
    expect(await onMarket('PUB-1')).toBe(false)
    expect((await operator(['loans', 'withdraw', 'PUB-NONE'])).exit).toBe(2)
    await load(await loanFile({ loanNumber: 'PUB-2' }))
    expect(await operator(['--json', 'loans', 'publish', 'PUB-NONE', 'PUB-1', 'PUB-2'])).toMatchObject({
      exit: 1,
      json: {
        published: 1,
        notOffered: [
          { loanNumber: 'PUB-NONE', status: null },
          { loanNumber: 'PUB-1', status: 'WITHDRAWN' },
        ],
      },
    })
  })
})

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
  const list = (await lender.get('/loan-types')).json.list
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
    expect(await onMarket('BULK-1')).toBe(false)
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

describe('POR-05 factsheets', () => {
  const make = (...args: string[]) => operator(['--json', 'factsheets', 'make', ...args])
  const urlOf = async (number: string): Promise<string | null> =>
    (await lender.get('/marketplace?limit=100')).json.list.find(
      ({ loanNumber }: { loanNumber: string }) => loanNumber === number,
    )?.factsheetUrl

  test('are made once, shown with the loan, and downloaded by any lender while it is published', async () => {
    await operator(['loans', 'import', await loanFile({ loanNumber: 'FACT-1' }, { loanNumber: 'FACT-2' })])
    await operator(['loans', 'publish', 'FACT-1'])
    expect(await urlOf('FACT-1')).toBeNull()
    expect((await make('FACT-1', '--dry-run')).json).toMatchObject({ made: 1, dryRun: true })
    expect(await urlOf('FACT-1')).toBeNull()
    expect((await make('FACT-1', 'FACT-2')).json).toEqual({ made: 2, known: 0, missing: [] })
    expect((await make('FACT-1', 'FACT-2')).json).toEqual({ made: 0, known: 2, missing: [] })
    expect(await make('FACT-1', 'FACT-NONE')).toMatchObject({ exit: 1, json: { missing: ['FACT-NONE'] } })
    expect((await make()).exit).toBe(2)

    const url = await urlOf('FACT-1')
    const answer = await lender.post('/documents/download', { document_url: url })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="FACTSHEET-[\w-]{22}\.pdf"$/)

    const { id } = await one<{ id: string }>(
      world.context.db,
      'test.draft_sheet',
      `select f.id from factsheet f join loan l on l.id = f.loan_id where l.loan_number = 'FACT-2'`,
    )
    const draft = () => lender.post('/documents/download', { document_url: `/documents/${id}.pdf` })
    expect((await draft()).status).toBe(404)
    await operator(['loans', 'publish', 'FACT-2'])
    expect((await draft()).status).toBe(200)
    await operator(['loans', 'withdraw', 'FACT-2'])
    expect((await draft()).status).toBe(404)
    expect((await app.post('/documents/download', { document_url: url })).status).toBe(401)
  })

  test('of every published loan are made in one go, and what was shown stays when the text changes', async () => {
    expect((await make('--all')).exit).toBe(0)
    expect((await make('--all')).json.made).toBe(0)
    const before = await urlOf('FACT-1')
    const renamed = operatorOn({
      context: { ...world.context, config: { ...world.context.config, OPERATOR_NAME: 'PT Nama Baru' } },
    })
    expect((await renamed(['--json', 'factsheets', 'make', 'FACT-1'])).json).toMatchObject({ made: 1 })
    expect(await urlOf('FACT-1')).not.toBe(before)
    expect((await lender.post('/documents/download', { document_url: before })).status).toBe(200)
  })
})

describe('SRV-01 statements', () => {
  test('are the ledger of one lender with its running balance, as CSV', async () => {
    const told = await operator(['statements', 'lender', '--phone', lender.phone])
    const [header, line, end, ...more] = told.out.split('\r\n')
    expect(header).toBe('number,at,business_day,kind,reference,transfer,amount,balance')
    expect(line).toMatch(
      /^1,\d{4}-\d\d-\d\dT[\d:.]+Z,\d{4}-\d\d-\d\d,TOP_UP,[\w-]+,[\w-]{36},1000000,1000000$/,
    )
    expect([end, more]).toEqual(['', []])

    const path = join(folder, 'statement.csv')
    const args = ['--json', 'statements', 'lender', '--phone', lender.phone]
    expect((await operator([...args, '--out', path])).json).toEqual({
      lenderId: lender.lenderId,
      lines: 1,
      opening: 0,
      credited: 1_000_000,
      debited: 0,
      closing: 1_000_000,
      file: path,
    })
    expect(await readFile(path, 'utf8')).toBe(told.out)
    expect((await operator(args)).exit).toBe(2)
    expect((await operator([...args, '--out', join(folder, 'no', 'such', 'folder')])).exit).toBe(2)
    const later = await operator([...args, '--out', path, '--from', '2099-01-01'])
    expect(later.json).toMatchObject({ lines: 0, opening: 1_000_000, closing: 1_000_000 })
    const earlier = await operator([...args, '--out', path, '--until', '2001-01-01'])
    expect(earlier.json).toMatchObject({ lines: 0, opening: 0, closing: 0 })
  })

  test('of thousands of lines come whole and in order', async () => {
    const { phone } = await logIn(world, app)
    const { id } = await one<{ id: number }>(
      world.context.db,
      'test.lender',
      'select id from lender where phone = $1',
      [phone],
    )
    await topUps(id, 2_345)
    const lines = (await operator(['statements', 'lender', '--phone', phone])).out
      .trim()
      .split('\r\n')
      .slice(1)
    let balance = 0
    for (const [place, line] of lines.entries()) {
      const cells = line.split(',')
      balance += Number(cells[6])
      expect([Number(cells[0]), Number(cells[7])]).toEqual([place + 1, balance])
    }
    expect(lines).toHaveLength(2_345)
  })
})

/** Many small top-ups in a few transactions. */
async function topUps(lenderId: number, count: number): Promise<void> {
  const { context } = world

  const ids = Array.from({ length: count }, () => context.random.uuid())
  const journal = context.random.uuid()
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const inserted = await run(
      tx,
      'test.top_ups',
      `insert into top_up (bank, payment_request_id, lender_id, id, amount)
       select 'BNI', id::text, $2, id, n from unnest($1::uuid[]) with ordinality as row (id, n) on conflict do nothing`,
      [ids, lenderId],
    )
    if (inserted === 0) return
    const clearing = await openAccount(tx, context.random.id(), 'BANK_CLEARING', 1)
    const cash = await accountOf(tx, 'LENDER_CASH', lenderId)
    await postMany(
      tx,
      ids.map((ref, place) => ({
        id: journal,
        kind: 'TOP_UP' as const,
        ref,
        movements: [{ debit: clearing, credit: cash, amount: place + 1 }],
        newId: context.random.uuid,
      })),
    )
  })
}
