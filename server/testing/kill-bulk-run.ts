import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hashToken } from '../src/platform/token.ts'
import { cashOf } from '../src/books/index.ts'
import { many, one, run } from '../src/platform/db/database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { type AProduct, aProduct, offerBulk } from './bulk.ts'
import { aCrowd, theirAgreements } from './crowd.ts'
import { apiPrefix } from '../src/main/testing.ts'
import { goodPassword } from './http.ts'
import { aLender } from './people.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { Fixture } from './fixture.ts'

export type KillRun = {
  loans: number
  /** The number of lenders who fund single loans of the same product. */
  singles: number
  /** The number of requests of each of these lenders. */
  triesEach: number
  kills: number
  chance: () => number
}

type Part = 'http' | 'worker' | 'other worker'
type FundingRequest = {
  lenderId: number
  loanId: number
  amount: number
  key: string
  outcome: string | null
}

type Ask = (
  path: string,
  token: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; json: never }>

/**
 * Runs one bulk funding with the product's own processes (one for HTTP, two workers), while other lenders fund single
 * loans of the same product and processes are killed. Compares all answers with the books.
 */
export async function killRun(fixture: Fixture, options: KillRun) {
  const { context } = fixture
  const pick = (from: number, to: number) => from + Math.floor(options.chance() * (to - from + 1))
  const totals = Array.from({ length: options.loans }, () => pick(10, 500) * 100_000 + pick(0, 99_999))
  const product = await aProduct(context, totals, { alsoAlone: true })
  const total = totals.reduce((sum, amount) => sum + amount, 0)
  const { lenderId } = await aLender(context, { cash: total + 1, password: goodPassword, userTypeId: 3 })
  await offerBulk(context, lenderId)
  const token = await aToken(fixture, lenderId)
  const crowd = await aCrowd(
    context,
    Array.from({ length: options.singles }, () => 10_000_000_000),
  )
  const requests = await prepareRequests(fixture, product, crowd, options, pick)

  const processes = new Map<Part, ServerProcess>()
  const start = async (part: Part) => {
    const name = part === 'http' ? 'http' : 'worker'
    // Starting a process takes longer than usual while the machine is this busy.
    processes.set(part, await startServerProcess(name, fixture.databaseUrl, {}, 180_000))
  }
  await Promise.all((['http', 'worker', 'other worker'] as const).map(start))
  let killed = 0
  const kill = async (part: Part) => {
    processes.get(part)?.child.kill('SIGKILL')
    killed += 1
    await start(part)
  }
  const ask: Ask = async (path, bearer, body, key) => {
    for (const limit = Date.now() + 120_000; ; ) {
      const answer = await fetch(`${processes.get('http')?.origin}${apiPrefix}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
        .then(async (response) => ({ status: response.status, json: (await response.json()) as never }))
        .catch(() => null)
      if (answer && answer.status < 500) return answer
      if (Date.now() > limit) throw new Error(`${path} is not answered`)
      await context.clock.sleep(50)
    }
  }

  try {
    await ask(`/marketplace/bulk/loan-numbers?bulk_secure_id=${product.uploadId}`, token)
    await ask('/auth/password/validate', token, { password: goodPassword })
    const key = randomUUID()
    const submitted = ask('/funding/bulk', token, bodyOf(product), key)
    const submitKill = options.kills > 0 ? kill('http') : Promise.resolve()
    const answer = await submitted
    expect(answer).toMatchObject({ status: 200, json: { message: expect.any(String) } })
    await submitKill
    const singles = Promise.all(
      crowd.map(async (single) => {
        const mine = await aToken(fixture, single)
        for (const one of requests.filter((each) => each.lenderId === single)) {
          const { status, json } = await ask('/funding', mine, bodyFor(one), one.key)
          one.outcome =
            status === 200 ? (json as { docToken: string }).docToken : (json as { code: string }).code
          await context.clock.sleep(pick(0, 30))
        }
      }),
    )
    const parts: Part[] = ['worker', 'other worker', 'http']
    while (killed < options.kills) {
      const share = ((killed + 0.5) / (options.kills + 1)) * options.loans
      const through = await until(fixture, lenderId, (done) => done >= share)
      if (through.ended) break
      await kill(parts[pick(0, parts.length - 1)] ?? 'worker')
    }
    await singles
    const { funded, refused } = await until(fixture, lenderId, () => false)
    // A client that lost the answer sends the request under another key: it gets the same answer, and no money moves.
    const again = await ask('/funding/bulk', token, bodyOf(product), randomUUID())
    const { bulkFundingNumber } = answer.json as { bulkFundingNumber: string }
    expect(again).toEqual({
      status: 200,
      json: { message: 'Produk ini sudah Anda danai', bulkFundingNumber },
    })
    await compare(fixture, { lenderId, product, total, requests })
    return {
      killed,
      funded,
      refused,
    }
  } finally {
    for (const { child } of processes.values()) child.kill('SIGKILL')
  }
}

const bodyOf = ({ uploadId, loanTypeId }: AProduct) => ({
  loan_bulk_upload_group_id: uploadId,
  loan_type_secure_id: String(loanTypeId),
})
const bodyFor = ({ loanId, amount }: FundingRequest) => ({ loanInfo: [{ loanId, amount }] })
const isToken = (outcome: string | null) => outcome?.includes('-') ?? false

/** Creates a session directly, which saves the CPU cost of a login. */
async function aToken({ context }: Fixture, lenderId: number): Promise<string> {
  const token = context.random.token()
  await inTransaction(context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'test.token',
      `insert into session (id, token_hash, lender_id, ends_at)
       values (gen_random_uuid(), $1, $2, app_now() + interval '1 hour')
       on conflict do nothing`,
      [hashToken(token), lenderId],
    ),
  )
  return token
}

/**
 * Prepares the lenders' requests for single loans, in full or in a part that leaves a valid remainder, with their
 * agreements.
 */
async function prepareRequests(
  { context }: Fixture,
  product: AProduct,
  crowd: readonly number[],
  { triesEach }: KillRun,
  pick: (from: number, to: number) => number,
): Promise<FundingRequest[]> {
  const requests = crowd.flatMap((lenderId) =>
    Array.from({ length: triesEach }, () => {
      const loan = product.loans[pick(0, product.loans.length - 1)]
      if (!loan) throw new Error('the product has no loans')
      const amount = pick(0, 1) === 0 ? loan.amount : Math.floor(loan.amount / 2)
      return { ...loan, lenderId, amount, key: randomUUID(), outcome: null }
    }),
  )
  await theirAgreements(context, requests)
  return requests
}

/** Waits until enough loans of the bulk funding are decided, or all of them. */
async function until({ context }: Fixture, lenderId: number, enough: (done: number) => boolean) {
  for (const limit = Date.now() + 600_000; ; ) {
    const state = await one<{ funded: number; refused: number; ended: boolean }>(
      context.db,
      'test.through',
      `select count(*) filter (where state = 'FUNDED') as funded, count(*) filter (where state = 'REFUSED') as refused,
              coalesce((select bool_and(ended_at is not null) from bulk_funding where lender_id = $1), false) as ended
         from bulk_funding_loan where lender_id = $1`,
      [lenderId],
    )
    if (state.ended || enough(state.funded + state.refused)) return state
    if (Date.now() > limit) throw new Error(`the bulk funding does not end: ${JSON.stringify(state)}`)
    await context.clock.sleep(20)
  }
}

type Told = { lenderId: number; product: AProduct; total: number; requests: readonly FundingRequest[] }

/** Compares the answers with the books: no funding lost, none twice, and all money accounted for. */
async function compare(fixture: Fixture, { lenderId, product, total, requests }: Told): Promise<void> {
  const { db } = fixture.context
  const fundings = await many<{
    id: string
    lenderId: number
    loanId: number
    amount: number
    state: string
  }>(
    db,
    'test.all_fundings',
    'select id, lender_id as "lenderId", loan_id as "loanId", amount, state from funding',
  )
  const ofBulk = fundings.filter((funding) => funding.lenderId === lenderId)
  const alone = new Map(fundings.filter((one) => one.lenderId !== lenderId).map((one) => [one.id, one]))
  // Exactly the requests that were answered with a token have a funding in the books.
  const told = requests.filter(({ outcome }) => isToken(outcome))
  expect(told.map(({ outcome }) => outcome ?? '').sort()).toEqual([...alone.keys()].sort())
  for (const { outcome, ...one } of told)
    expect(alone.get(outcome ?? '')).toMatchObject({
      lenderId: one.lenderId,
      loanId: one.loanId,
      amount: one.amount,
    })
  // Each loan of the product was funded in full by the bulk funding, or partly by another lender.
  const byLoan = Map.groupBy(fundings, ({ loanId }) => loanId)
  for (const { loanId, amount } of product.loans) {
    const of = byLoan.get(loanId) ?? []
    const bulk = of.filter((one) => one.lenderId === lenderId)
    expect(bulk.length).toBeLessThanOrEqual(1)
    if (bulk[0]) expect([of.length, bulk[0].amount, bulk[0].state]).toEqual([1, amount, 'SETTLED'])
    else expect(of.length).toBeGreaterThan(0)
  }
  const spent = ofBulk.reduce((sum, { amount }) => sum + amount, 0)
  expect(await cashOf(db, lenderId)).toEqual({ available: total + 1 - spent, held: 0 })
  const { rows } = await one<{ rows: number }>(
    db,
    'test.bulks',
    'select count(*) as rows from bulk_funding where lender_id = $1',
    [lenderId],
  )
  expect(rows).toBe(1)
  expect(await fixture.books()).toEqual([])
}
