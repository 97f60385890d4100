import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './api.ts'

type Page = operations['listPartnerTransactions']['responses'][200]['content']['application/json']
type Transaction = Page['list'][number]
type Statement =
  operations['listPartnerStatements']['responses'][200]['content']['application/json']['list'][number]
export type Figures = Statement['figures']

const sums = [
  ...(['toppedUp', 'lent', 'refunded', 'principal', 'interest', 'penalty', 'tax'] as const),
  ...(['withdrawn', 'fees', 'adjusted'] as const),
]

/**
 * A lender's own system: adds up the transactions of a month, and fetches the statement that the platform issued for it.
 * It knows of the platform what the OpenAPI document says.
 * @param month YYYY-MM
 */
export async function reconcileMonth({ baseUrl, key }: { baseUrl: string; key: string }, month: string) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const { data: cash, error } = await client.GET('/api/v1/partner/cash')
  if (!cash) throw new Error(error.code)
  const figures: Figures = {
    ...{ opening: 0, closing: 0, toppedUp: 0, lent: 0, refunded: 0, principal: 0, interest: 0, penalty: 0 },
    ...{ tax: 0, withdrawn: 0, fees: 0, adjusted: 0, movements: 0 },
  }
  for (const { account, balance } of cash.accounts) {
    let opening: number | null = null
    let closing: number | null = null
    let before: Transaction | null = null
    for await (const one of transactionsFrom(client, account, `${month}-01`)) {
      if (before && (one.number !== before.number + 1 || one.balance - one.amount !== before.balance))
        throw new Error(`transaction ${one.number} does not follow ${before.number}`)
      before = one
      opening ??= one.balance - one.amount
      if (one.day.slice(0, 7) > month) break
      closing = one.balance
      figures.movements += 1
      for (const name of sums) figures[name] += one[name]
    }
    figures.opening += opening ?? balance
    figures.closing += closing ?? opening ?? balance
  }
  const query = { year: month.slice(0, 4) }
  const { data: statements } = await client.GET('/api/v1/partner/statements', { params: { query } })
  const statement = statements?.list.find(({ from }) => from.startsWith(month))
  return { figures, statement: statement?.figures ?? null }
}

/** The movements on an account from a day on, page by page; what is recorded meanwhile comes too. */
export async function* transactionsFrom(
  client: Client<paths>,
  account: 'MAIN' | 'ADDITIONAL',
  from: string,
  limit = '1000',
): AsyncGenerator<Transaction> {
  let place: { from: string } | { cursor: string } = { from }
  for (let hasMore = true; hasMore; ) {
    const page = await pageOf(client, { account, limit, ...place })
    yield* page.list
    hasMore = page.hasMore && page.next !== null
    place = { cursor: page.next ?? '' }
  }
}

async function pageOf(
  client: Client<paths>,
  query: NonNullable<operations['listPartnerTransactions']['parameters']['query']>,
): Promise<Page> {
  const { data, error } = await client.GET('/api/v1/partner/transactions', { params: { query } })
  if (!data) throw new Error(error.code)
  return data
}
