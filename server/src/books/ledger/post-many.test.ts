import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { accountOf, type Journal, LedgerBreach, openAccount, post, postMany, statement } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({
    withoutFaults: 'posts without a verb and so without a key: an unknown end is told, not tried again',
  })
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const within = <T>(work: (tx: Transaction) => Promise<T>) =>
  inTransaction(fixture.context.db, { repeatable: false }, work)
const newId = () => fixture.context.random.uuid()

/** Cash accounts with these balances, and one recording account. */
async function aSet(cash: number[]): Promise<{ cash: number[]; clearing: number }> {
  const accounts: number[] = []
  for (const amount of cash) {
    const { lenderId } = await aLender(fixture.context, { cash: amount })
    accounts.push(await accountOf(fixture.context.db, 'LENDER_CASH', lenderId))
  }
  return { cash: accounts, clearing: await within((tx) => openAccount(tx, 77, 'BANK_CLEARING', 2)) }
}

type Draft = { from: number; to: number; amount: number }[]

const journalOf = (accounts: number[], ref: string, draft: Draft): Journal => ({
  id: newId(),
  kind: 'FUNDING',
  ref,
  movements: draft.map(({ from, to, amount }) => ({
    debit: accounts[from] ?? 0,
    credit: accounts[to] ?? 0,
    amount,
  })),
  newId,
})

/** The state of the accounts, and the transfers by journal reference, without ids. */
async function stateOf(accounts: number[], refs: string) {
  const standing = await many<{ id: number; balance: number; seq: number }>(
    fixture.context.db,
    'test.standing',
    'select id, balance, held, seq from account where id = any($1)',
    [accounts],
  )
  const transfers = await many<{ debit_account: number; credit_account: number }>(
    fixture.context.db,
    'test.transfers',
    `select ref, debit_account, credit_account, amount, debit_seq, credit_seq, debit_balance_after, credit_balance_after
       from transfer where ref like $1 order by split_part(ref, ':', 2)::int, coalesce(debit_seq, credit_seq)`,
    [`${refs}:%`],
  )
  const place = (id: number) => accounts.indexOf(id)
  return {
    standing: standing.map((row) => ({ ...row, id: place(row.id) })).sort((a, b) => a.id - b.id),
    transfers: transfers.map(({ debit_account: debit, credit_account: credit, ...rest }) => ({
      ...rest,
      ref: undefined,
      debit: place(debit),
      credit: place(credit),
    })),
  }
}

test('I3 a batch of journals ends exactly like the same journals posted one by one, refusals included', async () => {
  const draft = fc.array(
    fc.record({
      from: fc.nat(3),
      to: fc.nat(3),
      amount: fc.oneof(fc.integer({ min: -1, max: 150 }), fc.constant(0.5)),
    }),
    { minLength: 1, maxLength: 3 },
  )
  let sets = 0
  const seen = { posted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(draft, { minLength: 1, maxLength: 12 }), async (drafts) => {
      sets += 1
      const single = await aSet([100, 100, 100])
      const set = await aSet([100, 100, 100])
      const [singles, together] = [single, set].map(({ cash, clearing }) => [...cash, clearing]) as [
        number[],
        number[],
      ]

      const singly: (string | null)[] = []
      for (const [index, one] of drafts.entries()) {
        const journal = journalOf(singles, `one${sets}:${index}`, one)
        singly.push(
          await within((tx) => post(tx, journal)).then(
            () => null,
            (error: Error) => plain(error, singles),
          ),
        )
      }
      const journals = drafts.map((one, index) => journalOf(together, `set${sets}:${index}`, one))
      const outcomes = await within((tx) => postMany(tx, journals))

      expect(outcomes.map((one) => one && plain(one, together))).toEqual(singly)
      expect(await stateOf(together, `set${sets}`)).toEqual(await stateOf(singles, `one${sets}`))
      seen.posted += singly.filter((one) => one === null).length
      seen.refused += singly.filter((one) => one !== null).length
    }),
    { numRuns: 25 },
  )
  // The property is meaningful only if both outcomes occurred.
  expect(seen.posted).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
})

/** The message of a breach with the index of an account instead of its id. */
function plain(error: Error, accounts: number[]): string {
  if (!(error instanceof LedgerBreach)) throw error
  return error.message.replace(/account (\d+)/, (_, id: string) => `account ${accounts.indexOf(Number(id))}`)
}

test('I3 concurrent journal batches on one account leave one balance chain without a gap', async () => {
  const { cash } = await aSet([1_000, 1_000])
  const [from, to] = cash as [number, number]
  const batch = (name: string) =>
    within((tx) =>
      postMany(
        tx,
        Array.from({ length: 40 }, (_, index) => ({
          id: newId(),
          kind: 'FUNDING' as const,
          ref: `${name}:${index}`,
          movements: [
            index % 2 ? { debit: from, credit: to, amount: 3 } : { debit: to, credit: from, amount: 2 },
          ],
          newId,
        })),
      ),
    )
  const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => batch(name)))
  expect(outcomes.flat().every((outcome) => outcome === null)).toBe(true)
  const lines = await statement(fixture.context.db, from, null, 1_000)
  expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 201 }, (_, index) => 201 - index))
  expect(lines[0]?.balanceAfter).toBe(900)
})

test('I4 a journal that would overdraw an account is refused as a whole, and the others of its batch are posted', async () => {
  const { cash } = await aSet([100, 0, 0])
  const [a, b, c] = cash as [number, number, number]
  const journal = (ref: string, movements: Journal['movements']) =>
    ({ id: newId(), kind: 'FUNDING', ref, movements, newId }) as const
  const outcomes = await within((tx) =>
    postMany(tx, [
      journal('first', [{ debit: a, credit: b, amount: 60 }]),
      journal('too much', [
        { debit: a, credit: c, amount: 40 },
        { debit: b, credit: c, amount: 61 },
      ]),
      journal('last', [{ debit: a, credit: c, amount: 40 }]),
    ]),
  )
  expect(outcomes).toEqual([null, expect.any(LedgerBreach), null])
  const { standing } = await stateOf(cash, 'none')
  expect(standing.map(({ balance, seq }) => [balance, seq])).toEqual([
    [0, 3],
    [60, 1],
    [40, 1],
  ])
})

test('a journal batch with an unknown account fails, and an empty batch writes nothing', async () => {
  expect(await within((tx) => postMany(tx, []))).toEqual([])
  const { cash } = await aSet([100])
  const missing = {
    id: newId(),
    kind: 'FUNDING',
    ref: 'x',
    movements: [{ debit: cash[0] ?? 0, credit: 1, amount: 1 }],
    newId,
  } as const
  await expect(within((tx) => postMany(tx, [missing]))).rejects.toThrow('account 1 does not exist')
})
