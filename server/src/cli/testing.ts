import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { fileWith } from '../loans/csv/example-loan.ts'
import { one } from '../platform/db/database.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { operatorOn, type Told } from '../testing/operator.ts'
import { makeWorld, type World, type WorldOptions } from '../testing/world.ts'

const onOffer = { offerFrom: '2000-01-01', offerUntil: '2100-01-01', marketingDetail: '' }

/** An operator at work in a test file: a world, a folder for files, and books that are whole after each test. */
export function operatorAtWork(options?: WorldOptions) {
  let world: World
  let run: ReturnType<typeof operatorOn>
  let folder: string
  let files = 0
  beforeAll(async () => {
    world = await makeWorld(options)
    run = operatorOn(world)
    folder = await mkdtemp(join(tmpdir(), 'pematang-operator-'))
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => expect(await world.books()).toEqual([]))
  const pathOf = (...names: string[]): string => join(folder, ...names)
  /** Writes a file of its own. @returns where it lies */
  const file = async (content: string | Uint8Array): Promise<string> => {
    const path = pathOf(`${(files += 1)}.csv`)
    await writeFile(path, content)
    return path
  }
  return {
    world: (): World => world,
    operator: (args: readonly string[]): Promise<Told> => run(args),
    /** Where something lies, or could lie, in the folder. */
    pathOf,
    file,
    /** A file of loans that are on offer, each the example with some cells of its own. */
    loanFile: (...changes: Parameters<typeof fileWith>): Promise<string> =>
      file(fileWith(...changes.map((change) => ({ ...onOffer, ...change })))),
    /** How much there is of what a command writes: a dry run leaves all of it as it was. */
    counts: () =>
      one<{ transfers: number; payments: number }>(
        world.context.db,
        'test.counts',
        `select (select count(*) from transfer) as transfers, (select count(*) from loan_payment) as payments,
                (select count(*) from loan) as loans, (select count(*) from loan_type) as types,
                (select count(*) from bulk_product) as products, (select count(*) from account) as accounts,
                (select count(*) from audit_event) as audited, (select count(*) from idempotency) as keys`,
      ),
  }
}

type Offered = { loanNumber: string; factsheetUrl: string | null }

/** The server beside the operator, and a lender with a million rupiah who is logged in. */
export function lenderBeside(world: () => World) {
  let app: TestApp
  let lender: LoggedIn
  beforeAll(async () => {
    app = await startApp(world())
    lender = await logIn(world(), app, { cash: 1_000_000 })
  })
  afterAll(() => app.close())
  return {
    app: (): TestApp => app,
    lender: (): LoggedIn => lender,
    /** A loan as the marketplace shows it to the lender. */
    onMarket: async (number: string): Promise<Offered | undefined> => {
      const { list } = (await lender.get('/marketplace?limit=100')).json as { list: Offered[] }
      return list.find(({ loanNumber }) => loanNumber === number)
    },
  }
}
