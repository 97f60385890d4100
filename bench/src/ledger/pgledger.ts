import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Batcher } from '../../../server/src/platform/batch/batcher.ts'
import { Database, many } from '../../../server/src/platform/db/database.ts'
import { makeDatabase, type Stand } from '../stand/stand.ts'
import type { Road } from './ours.ts'

/** pgledger (github.com/pgr0ss/pgledger) on the same server, in a database of its own. */
export type Pgledger = { url: string; accounts: string[] }

/** SQL files with pgledger's functions for ids, which must be loaded before pgledger.sql. */
const before = ['ulid-to-uuid.sql', 'uuid-to-ulid.sql']

/**
 * Installs pgledger from a checkout and opens accounts; returns a sentence with the reason where that is impossible.
 */
export async function preparePgledger(
  stand: Stand,
  file: string | null,
  count: number,
): Promise<Pgledger | { why: string }> {
  if (file === null)
    return { why: 'pgledger is not measured: --pgledger names no pgledger.sql (github.com/pgr0ss/pgledger)' }
  const vendor = path.join(path.dirname(path.resolve(file)), 'vendor', 'scoville-pgsql-ulid')
  const files = [...before.map((name) => path.join(vendor, name)), path.resolve(file)]
  const missing = files.find((one) => !existsSync(one))
  if (missing)
    return {
      why: `pgledger is not measured: ${missing} does not exist; --pgledger takes the file in its checkout`,
    }
  const url = await makeDatabase(stand, 'pgledger')
  const db = new Database({ url, size: 1 })
  try {
    for (const one of files) await db.query({ text: readFileSync(one, 'utf8') })
    const rows = await many<{ id: string }>(
      db,
      'bench.pgledger_accounts',
      `select a.id from generate_series(1, $1::int) n, pgledger_create_account('lender ' || n, 'IDR') a`,
      [count],
    )
    await db.query({ text: 'vacuum (analyze)' })
    return { url, accounts: rows.map(({ id }) => id) }
  } finally {
    await db.close()
  }
}

/** pgledger's transfer function, with one transaction per transfer, as pgledger's own benchmark calls it. */
export function pgledgerSingly({ url, accounts }: Pgledger, connections: number): Road {
  const db = new Database({ url, size: connections })
  return {
    async transfer(from, to, amount) {
      await many(db, 'bench.pgledger', 'select id from pgledger_create_transfer($1, $2, $3)', [
        accounts[from],
        accounts[to],
        amount,
      ])
    },
    close: () => db.close(),
  }
}

/**
 * pgledger's function for several transfers, behind the same batcher as ours. A failing transfer would fail its whole
 * batch.
 */
export function pgledgerTogether({ url, accounts }: Pgledger, maxBatchSize: number): Road {
  const db = new Database({ url, size: 1 })
  type Asked = { from: number; to: number; amount: number }
  const batcher = new Batcher<Asked, void>(
    async (asked) => {
      await many(
        db,
        'bench.pgledger_many',
        `select id from pgledger_create_transfers(
           transfer_requests => (select array_agg((f, t, a)::transfer_request order by n)
              from unnest($1::text[], $2::text[], $3::numeric[]) with ordinality as one (f, t, a, n)),
           event_at => null::timestamptz, metadata => null::jsonb)`,
        [
          asked.map(({ from }) => accounts[from]),
          asked.map(({ to }) => accounts[to]),
          asked.map(({ amount }) => amount),
        ],
      )
      return asked.map(() => ({ answer: undefined }))
    },
    { concurrency: 1, maxBatchSize, queue: 10_000 },
  )
  return { transfer: (from, to, amount) => batcher.ask({ from, to, amount }), close: () => db.close() }
}
