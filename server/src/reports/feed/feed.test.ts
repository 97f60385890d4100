import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { recordRepayment, reverseWriteOff, storeLoanFacts } from '../../loans/testing.ts'
import { storeSupervisorFacts } from '../../lenders/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { type FeedLine, feedLines, readCursor } from './index.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

async function linesAfter(cursor?: string): Promise<FeedLine[]> {
  const after = cursor === undefined ? undefined : (readCursor(cursor) ?? undefined)
  const lines: FeedLine[] = []
  for await (const line of feedLines(fixture.context.db, after)) lines.push(line)
  return lines
}

/** Waits for what runs anywhere on the server, in the databases of other tests too: the feed stops before it. */
async function nothingRuns(): Promise<void> {
  const { db } = fixture.context
  const { until } = await one<{ until: string }>(
    db,
    'test.until',
    'select pg_snapshot_xmax(pg_current_snapshot())::text as until',
    [],
  )
  const isPast = () =>
    one<{ past: boolean }>(
      db,
      'test.past',
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as past',
      [until],
    )
  await expect.poll(isPast, { timeout: 200_000 }).toEqual({ past: true })
}

async function allLinesAfter(cursor?: string): Promise<FeedLine[]> {
  await nothingRuns()
  return linesAfter(cursor)
}

let borrowers = 0

test('OPS-06 a reader of the feed who goes on from each cursor misses nothing, in whatever order transactions begin and commit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ what: fc.constant('begin' as const), which: fc.nat(3) }),
          fc.record({ what: fc.constant('commit' as const), which: fc.nat(3) }),
          fc.record({ what: fc.constant('read' as const), which: fc.nat(3) }),
        ),
        { minLength: 6, maxLength: 30 },
      ),
      async (steps) => {
        let cursor = (await allLinesAfter()).at(-1)?.cursor
        const clients = await Promise.all(
          [0, 1, 2, 3].map(async () => {
            const client = new pg.Client(fixture.databaseUrl)
            await client.connect()
            return { client, open: [] as string[] }
          }),
        )
        const committed: string[] = []
        const seen: string[] = []
        const read = async () => {
          for (const line of await linesAfter(cursor)) {
            cursor = line.cursor
            seen.push(String(line.state['borrowerNumber']))
          }
        }
        try {
          for (const { what, which } of steps) {
            const chosen = clients[which]
            if (!chosen) continue
            if (what === 'read') await read()
            else if (what === 'commit' && chosen.open.length > 0) {
              await chosen.client.query('commit')
              committed.push(...chosen.open.splice(0))
            } else if (what === 'begin') {
              if (chosen.open.length === 0) await chosen.client.query('begin')
              borrowers += 1
              const number = `F-${borrowers}`
              await chosen.client.query('insert into borrower (id, number, name) values ($1, $2, $2)', [
                1_000_000 + borrowers,
                number,
              ])
              chosen.open.push(number)
            }
          }
          for (const { client, open } of clients) if (open.length > 0) await client.query('rollback')
          await nothingRuns()
          await read()
        } finally {
          await Promise.all(clients.map(({ client }) => client.end()))
        }
        expect(seen.toSorted()).toEqual(committed.toSorted())
      },
    ),
    { numRuns: 15 },
  )
})

test('OPS-06 what changes of lenders, loans and fundings comes once more in the feed with its new state, and a rolled-back change does not', async () => {
  const { context } = fixture
  const start = (await allLinesAfter()).at(-1)?.cursor
  const loan = await aDisbursedLoan(context, [300_000], {
    tenor: 3,
    disbursedOn: '2026-01-10',
    loanType: 'Multiguna',
  })
  const lenderId = loan.fundings[0]?.lenderId ?? 0
  const born = await allLinesAfter(start)
  expect(new Set(born.map(({ kind }) => kind))).toEqual(new Set(['LENDER', 'BORROWER', 'LOAN', 'FUNDING']))
  expect(born.find(({ kind }) => kind === 'LOAN')?.state).toMatchObject({
    loanNumber: loan.loanNumber,
    status: 'ACTIVE',
    principalDue: 300_000,
    standing: 'RUNNING',
  })
  expect(born.find(({ kind }) => kind === 'FUNDING')?.state).toMatchObject({
    lenderId,
    amount: 300_000,
    state: 'SETTLED',
  })

  let cursor = born.at(-1)?.cursor
  const after = async (work: () => Promise<unknown>) => {
    await work()
    const lines = await allLinesAfter(cursor)
    cursor = lines.at(-1)?.cursor ?? cursor
    return lines.map(({ kind, state }) => ({ kind, ...state }))
  }
  const { loanNumber } = loan
  const payment = { loanNumber, reference: 'FEED-1', amount: 50_000, paidOn: '2026-01-20' }
  const [paid] = await after(() => perform(context, recordRepayment, { actor, input: payment }))
  expect(paid).toMatchObject({ kind: 'LOAN', loanNumber, status: 'ACTIVE' })
  expect(paid).not.toMatchObject({ principalDue: 300_000 })
  const input = { loanNumber, writtenOffOn: '2026-02-20', reason: 'uji' }
  expect(await after(() => perform(context, writeOffLoan, { actor, input }))).toMatchObject([
    { kind: 'FUNDING', amount: 300_000 },
    { kind: 'LOAN', status: 'WRITTEN_OFF', standing: 'WRITTEN_OFF' },
  ])
  expect(
    await after(() => perform(context, reverseWriteOff, { actor, input: { loanNumber, reason: 'uji' } })),
  ).toMatchObject([{ kind: 'FUNDING' }, { kind: 'LOAN', status: 'ACTIVE', standing: 'RUNNING' }])
  const facts = { loanNumber, reason: 'uji', facts: { sector: 'G' as const } }
  expect(await after(() => perform(context, storeLoanFacts, { actor, input: facts }))).toMatchObject([
    { kind: 'BORROWER' },
    { kind: 'LOAN', sector: 'G' },
  ])
  expect(
    await after(() =>
      perform(context, storeSupervisorFacts, { actor, input: { lenderId, province: 'ID-JB' } }),
    ),
  ).toMatchObject([{ kind: 'LENDER', lenderId, province: 'ID-JB' }])
  expect(
    await after(() =>
      operatorOn(fixture)(['loans', 'facts', loanNumber, '--sector', 'C', '--reason', 'x1', '--dry-run']),
    ),
  ).toEqual([])
})

test('OPS-06 the command of the feed writes JSON lines, goes on from a cursor, and refuses what is no cursor or comes from before a restored dump', async () => {
  const operator = operatorOn(fixture)
  await nothingRuns()
  const all = (await operator(['report', 'feed'])).out.trimEnd().split('\n')
  const lines = all.map((line) => JSON.parse(line) as FeedLine)
  expect(lines.length).toBeGreaterThan(4)
  const first = (await operator(['report', 'feed', '--limit', '2'])).out.trimEnd().split('\n')
  expect(first).toEqual(all.slice(0, 2))
  const rest = (await operator(['report', 'feed', '--after', lines[1]?.cursor ?? ''])).out
    .trimEnd()
    .split('\n')
  expect(rest).toEqual(all.slice(2))
  expect(await operator(['report', 'feed', '--after', '12.OTHER.1'])).toMatchObject({ exit: 2 })
  const ahead = await operator(['report', 'feed', '--after', '9000000000000000000.LOAN.1'])
  expect(ahead).toMatchObject({ exit: 2, out: '' })
  expect(ahead.err).toContain('dimulai dari awal')
})
