import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { EXAMPLE_CONSENT, fileWith } from './csv/example-loan.ts'
import { generatedFile } from './csv/generated-file.ts'
import {
  checkLoanFile,
  importLoanFile,
  type LoanRow,
  OfferableLoans,
  publishLoanFile,
  publishLoans,
} from './index.ts'
import { nearKey } from './names.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it counts transactions' })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const operator = { kind: 'operator', name: 'test' } as const
const bytes = (file: string) => Readable.from([Buffer.from(file)])

/** A line with few possible values, so that lines often repeat or contradict each other. */
const aLine = fc.record({
  loan: fc.integer({ min: 1, max: 7 }),
  tenor: fc.constantFrom('6', '12', '0', 'x'),
  borrower: fc.integer({ min: 1, max: 3 }),
  name: fc.constantFrom('Toko Rinjani', 'Toko Sari'),
  type: fc.constantFrom('Modal Usaha', 'MODAL  USAHA', 'Modal Kerja', 'Modal-Kerja'),
  consent: fc.constantFrom(null, null, '1', '2'),
})
type Line = typeof aLine extends fc.Arbitrary<infer One> ? One : never

/** The lines as a file. All names in it begin with `word`, so that the two imports under comparison do not collide. */
const fileOf = (lines: readonly Line[], word: string): string =>
  fileWith(
    ...lines.map(({ loan, tenor, borrower, name, type, consent }) => ({
      loanNumber: `${word}-${loan}`,
      borrowerNumber: `${word}-B-${borrower}`,
      borrowerName: name,
      loanType: `${word} ${type}`,
      tenor,
      ...(consent === null ? {} : { ...EXAMPLE_CONSENT, consentReference: `${word}-K-${consent}` }),
    })),
  )

/**
 * Imports a file with `mostLines` per transaction.
 * @returns the reports and the stored loans
 */
async function road(lines: readonly Line[], cut: number, word: string, mostLines: number) {
  const told: unknown[] = []
  for (const part of [lines.slice(0, cut), lines]) {
    const refused: { line: number; reason: string }[] = []
    const report = await importLoanFile(fixture.context, bytes(fileOf(part, word)), {
      actor: { kind: 'operator', name: 'test' },
      mostLines,
      onRefused: (refusal) => refused.push(refusal),
    })
    told.push(
      report,
      refused.toSorted((a, b) => a.line - b.line),
    )
  }
  const stored = await many(
    fixture.context.db,
    'test.stored',
    `select l.loan_number, b.number, b.name, t.name as type, l.tenor, l.interest, l.marketing_detail, l.consent_reference,
            l.consent_at, encode(l.consent_sha256, 'hex') as consent, p.status, p.total, p.minimum, p.offer_from,
            p.offer_until, p.tenor as position_tenor, p.loan_type_id = l.loan_type_id as type_is_copied,
            a.kind, a.owner_id = l.id as owned
       from loan l join borrower b on b.id = l.borrower_id join loan_type t on t.id = l.loan_type_id
       join loan_position p on p.loan_id = l.id join account a on a.id = p.escrow_account
      where l.loan_number like $1 order by l.loan_number`,
    [`${word}-%`],
  )
  return JSON.parse(JSON.stringify({ told, stored }).replaceAll(word, 'WORD'))
}

/** Reference model: the expected outcome, row by row. */
function model(lines: readonly Line[], books: Map<string, string>, names: Map<string, string>) {
  const counts = { lines: lines.length, imported: 0, known: 0, refused: 0 }
  for (const line of lines) {
    const { loan, tenor, borrower, name, type, consent } = line
    const before = books.get(`loan ${loan}`)
    const nearest = names.get(nearKey(type))
    const isBad = tenor === '0' || tenor === 'x'
    if (!isBad && before === JSON.stringify(line)) counts.known += 1
    else if (
      isBad ||
      before !== undefined ||
      (consent !== null && books.has(`consent ${consent}`)) ||
      (names.get(`borrower ${borrower}`) ?? name) !== name ||
      (nearest ?? type) !== type
    )
      counts.refused += 1
    else {
      counts.imported += 1
      books.set(`loan ${loan}`, JSON.stringify(line))
      if (consent !== null) books.set(`consent ${consent}`, '')
      names.set(`borrower ${borrower}`, name).set(nearKey(type), type)
    }
  }
  return counts
}

test('DOOR-14 importing loans in batches gives the same loans and rejections as line by line', {
  timeout: 240_000,
}, async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aLine, { minLength: 1, maxLength: 40 }), fc.nat(40), async (lines, cut) => {
      run += 1
      const letters = String.fromCharCode(65 + Math.floor(run / 26), 65 + (run % 26))
      const inSets = await road(lines, cut, `SET${letters}`, 1_000)
      const byLine = await road(lines, cut, `ROW${letters}`, 1)
      expect(inSets).toEqual(byLine)
      const [books, names] = [new Map<string, string>(), new Map<string, string>()]
      expect([inSets.told[0], inSets.told[2]]).toEqual([
        model(lines.slice(0, cut), books, names),
        model(lines, books, names),
      ])
    }),
    { numRuns: 15 },
  )
})

test('DOOR-14 a loan without consent is imported although an earlier line with its number was rejected for a used consent', async () => {
  const consent = { ...EXAMPLE_CONSENT, consentReference: 'TAKEN-1' }
  const first = { loanNumber: 'TAKEN-A', ...consent }
  await importLoanFile(fixture.context, bytes(fileWith(first)), { actor: { kind: 'operator', name: 'test' } })
  const refused: number[] = []
  const report = await importLoanFile(
    fixture.context,
    bytes(fileWith(first, { loanNumber: 'TAKEN-B', ...consent }, { loanNumber: 'TAKEN-B' })),
    { actor: { kind: 'operator', name: 'test' }, onRefused: ({ line }) => refused.push(line) },
  )
  expect({ ...report, at: refused }).toEqual({ lines: 3, imported: 1, known: 1, refused: 1, at: [4] })
})

test('DOOR-14 a long loan file is imported and published in few transactions, each audited with its counts', async () => {
  const lines = 12_000
  const transactions = (operation: string) =>
    one<{ count: number; sum: number }>(
      fixture.context.db,
      'test.transactions',
      `select count(*) as count, coalesce(sum((detail ->> $2)::int), 0)::int as sum from audit_event where operation = $1`,
      [operation, operation === 'importLoans' ? 'imported' : 'published'],
    )
  const before = { imports: await transactions('importLoans'), publishes: await transactions('publishLoans') }
  const today = await openToday()
  const offerable = new OfferableLoans()
  const take = () =>
    importLoanFile(fixture.context, Readable.from(generatedFile(lines)), {
      actor: { kind: 'operator', name: 'test' },
      adapt: (loan) => ({ ...loan, ...today }),
      offerable,
    })
  expect(await take()).toEqual({ lines, imported: lines - 12, known: 0, refused: 12 })
  expect(offerable.count).toBe(lines - 12)
  const publish = () =>
    publishLoanFile(offerable, (part) =>
      perform(fixture.context, publishLoans, { actor: operator, input: part }),
    )
  expect(await publish()).toEqual({ published: lines - 12, withoutConsent: 0 })
  expect(await publish()).toEqual({ published: 0, withoutConsent: 0 })
  const imports = await transactions('importLoans')
  expect(imports.count - before.imports.count).toBeLessThanOrEqual(5)
  expect(imports.sum - before.imports.sum).toBe(lines - 12)
  const publishes = await transactions('publishLoans')
  expect(publishes.count - before.publishes.count).toBe(4)
  expect(publishes.sum - before.publishes.sum).toBe(lines - 12)
})

const openToday = () =>
  one<Pick<LoanRow, 'offerFrom' | 'offerUntil'>>(
    fixture.context.db,
    'test.today',
    `select business_day(app_now())::text as "offerFrom", (business_day(app_now()) + 30)::text as "offerUntil"`,
  )

test('DOOR-14 publishing a loan file skips a draft that was edited since the import', async () => {
  const offerable = new OfferableLoans()
  const file = fileWith({ loanNumber: 'SINCE-1' }, { loanNumber: 'SINCE-2' })
  await importLoanFile(fixture.context, bytes(file), { actor: { kind: 'operator', name: 'test' }, offerable })
  await fixture.context.db.query({
    text: `update loan set source_hash = sha256('another') where loan_number = 'SINCE-1'`,
  })
  expect(
    await publishLoanFile(offerable, (part) =>
      perform(fixture.context, publishLoans, { actor: operator, input: part }),
    ),
  ).toEqual({ published: 1, withoutConsent: 0 })
  const again = new OfferableLoans()
  await importLoanFile(fixture.context, bytes(file), {
    actor: { kind: 'operator', name: 'test' },
    offerable: again,
  })
  expect(again.count).toBe(0)
  expect(await checkLoanFile(fixture.context, bytes(file))).toMatchObject({ known: 1, refused: 1 })
})

test('DOOR-14 publishing a loan file includes a draft whose edits were undone, but no draft without a required consent', async () => {
  const offerable = new OfferableLoans()
  const consent = { ...EXAMPLE_CONSENT, consentReference: 'BACK-1' }
  const file = fileWith(
    { loanNumber: 'BACK-1', ...consent },
    { loanNumber: 'BACK-2' },
    { loanNumber: 'BACK-3', ...consent, consentReference: 'BACK-3' },
  )
  await importLoanFile(fixture.context, bytes(file), { actor: { kind: 'operator', name: 'test' }, offerable })
  for (const tenor of ['tenor + 1', 'tenor - 1'])
    await fixture.context.db.query({ text: `update loan set tenor = ${tenor} where loan_number = 'BACK-3'` })
  const config = { ...fixture.context.config, BORROWER_CONSENT: 'required' as const }
  const publish = () =>
    publishLoanFile(offerable, (part) =>
      perform({ ...fixture.context, config }, publishLoans, { actor: operator, input: part }),
    )
  expect(await publish()).toEqual({ published: 2, withoutConsent: 1 })
  expect(await publish()).toEqual({ published: 0, withoutConsent: 1 })
  expect(
    await many(
      fixture.context.db,
      'test.back',
      `select l.loan_number as number, p.status, r.loan_id is not null as "hasRule", t.loan_id is not null as "hasTerms"
         from loan l join loan_position p on p.loan_id = l.id left join offer_rule r on r.loan_id = l.id
         left join loan_terms t on t.loan_id = l.id where l.loan_number like 'BACK-%' order by 1`,
    ),
  ).toEqual([
    { number: 'BACK-1', status: 'OFFERED', hasRule: true, hasTerms: true },
    { number: 'BACK-2', status: 'DRAFT', hasRule: false, hasTerms: false },
    { number: 'BACK-3', status: 'OFFERED', hasRule: true, hasTerms: true },
  ])
})

test('DOOR-14 two concurrent imports of a long loan file import each loan once', async () => {
  const lines = 6_000
  const take = () =>
    importLoanFile(fixture.context, Readable.from(generatedFile(lines)), {
      actor: { kind: 'operator', name: 'test' },
      adapt: (loan) => ({ ...loan, loanNumber: `ATONCE-${loan.loanNumber}` }),
    })
  const reports = await Promise.all([take(), take()])
  for (const report of reports) expect(report).toMatchObject({ lines, refused: 6 })
  expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(lines - 6)
  expect(reports.reduce((sum, { known }) => sum + known, 0)).toBe(lines - 6)
})
