import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { EXAMPLE_LOAN, fileWith } from '../src/loans/testing.ts'
import { one } from '../src/platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from './http.ts'
import { operatorOn, type CommandResult } from './operator.ts'
import { makeFixture, type Fixture, type FixtureOptions } from './fixture.ts'

const onOffer = { offerFrom: '2000-01-01', offerUntil: '2100-01-01', marketingDetail: '' }

/**
 * Prepares a test file for operator commands: a fixture, a folder for files, and an audit of the books after each test.
 * @param options `inOtherMonths` means that the tests record events of past months; the audit uses the server's real
 *   clock, so it then ignores money that waits too long (I33e)
 */
export function operatorAtWork({
  inOtherMonths,
  ...options
}: FixtureOptions & { inOtherMonths?: true } = {}) {
  let fixture: Fixture
  let run: ReturnType<typeof operatorOn>
  let folder: string
  let files = 0
  beforeAll(async () => {
    // These tests record events of the distant past, so the limits on value dates and payments are lifted; tests of
    // those limits set their own.
    const settings = { VALUE_DATE_DAYS: '100000', PAYMENT_MULTIPLE: '1000000', ...options.settings }
    fixture = await makeFixture({ ...options, settings })
    run = operatorOn(fixture)
    await run(['loan-types', 'add', EXAMPLE_LOAN.loanType])
    folder = await mkdtemp(join(tmpdir(), 'pematang-operator-'))
  })
  afterAll(async () => {
    await fixture.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    const breaches = await fixture.books()
    expect(breaches.filter(({ invariant }) => !(inOtherMonths && invariant === 'I33e'))).toEqual([])
  })
  const pathOf = (...names: string[]): string => join(folder, ...names)
  /**
   * Writes a new file.
   * @returns its path
   */
  const file = async (content: string | Uint8Array): Promise<string> => {
    const path = pathOf(`${(files += 1)}.csv`)
    await writeFile(path, content)
    return path
  }
  return {
    fixture: (): Fixture => fixture,
    operator: (args: readonly string[]): Promise<CommandResult> => run(args),
    /** The path of a name in the test folder, whether or not the file exists. */
    pathOf,
    file,
    /** Writes a file of loans on offer: copies of the example loan with the given cells changed. */
    loanFile: (...changes: Parameters<typeof fileWith>): Promise<string> =>
      file(fileWith(...changes.map((change) => ({ ...onOffer, ...change })))),
    /** Counts the rows of the tables that these commands write, to show that a dry run adds none. */
    counts: () =>
      one<{ transfers: number; payments: number; types: number; audited: number }>(
        fixture.context.db,
        'test.counts',
        `select (select count(*) from transfer) as transfers, (select count(*) from loan_payment) as payments,
                (select count(*) from loan) as loans, (select count(*) from loan_type) as types,
                (select count(*) from bulk_product) as products, (select count(*) from account) as accounts,
                (select count(*) from audit_event) as audited, (select count(*) from idempotency) as keys,
                (select count(*) from own_answer) as answers`,
      ),
  }
}

type Offered = { loanNumber: string; factsheetUrl: string | null }

/** Starts the HTTP server in addition to the command line, and logs in a lender with a million rupiah. */
export function lenderBeside(fixture: () => Fixture) {
  let app: TestApp
  let lender: LoggedIn
  beforeAll(async () => {
    app = await startApp(fixture())
    lender = await logIn(fixture(), app, { cash: 1_000_000 })
  })
  afterAll(() => app.close())
  return {
    app: (): TestApp => app,
    lender: (): LoggedIn => lender,
    /** A loan as the lender's marketplace shows it. */
    onMarket: async (number: string): Promise<Offered | undefined> => {
      const { list } = (await lender.get('/marketplace?limit=100')).json as { list: Offered[] }
      return list.find(({ loanNumber }) => loanNumber === number)
    },
  }
}
