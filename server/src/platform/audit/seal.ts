import { createHash } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { many } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'

type Link = { seq: number; hash: Buffer }
type Sealed = Link & { eventId: string }
type Row = { id: string; text: string }

const origin: Link = { seq: 0, hash: Buffer.alloc(32) }

const smallestId = '00000000-0000-0000-0000-000000000000'

/**
 * Ids are time-ordered, and a transaction that is still open may commit an older one: no transaction lives longer
 * than this, so what is older is sealed or will never come.
 */
const overlapMilliseconds = 10 * 60_000

/** The smallest time-ordered id (uuid v7: 48 bits of milliseconds first) that far before another. */
function before(id: string, milliseconds: number): string {
  const at = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - milliseconds)
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The row as text: the same bytes for the same row, whatever the session's settings, and other bytes for any other. */
const rowText = `json_build_array(e.id, extract(epoch from e.at), e.actor, e.operation, e.subject, e.outcome, e.request_id, e.detail)::text`

/** h(n) = SHA-256(h(n-1) || row n). */
const link = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text).digest()

/**
 * Seals the audit rows that are not sealed yet, oldest first, as links of one hash chain. Off the hot path: a job
 * calls it. The number is unique, so of two sealers at once one fails and tries again later.
 * @returns how many rows were sealed.
 */
export async function sealAudit(tx: Transaction, limit = 1000): Promise<number> {
  const last = (
    await many<Sealed>(
      tx,
      'audit.last_seal',
      'select seq, hash, event_id as "eventId" from audit_seal order by seq desc limit 1',
    )
  )[0]
  const rows = await many<Row>(
    tx,
    'audit.unsealed',
    `select e.id, ${rowText} as text from audit_event e
      where e.id > $2 and not exists (select from audit_seal s where s.event_id = e.id) order by e.id limit $1`,
    [limit, last ? before(last.eventId, overlapMilliseconds) : smallestId],
  )
  let head: Link = last ?? origin
  const links = rows.map((row) => {
    head = { seq: head.seq + 1, hash: link(head.hash, row.text) }
    return { id: row.id, ...head }
  })
  await tx.query({
    name: 'audit.seal',
    text: `insert into audit_seal (seq, event_id, hash) select * from unnest($1::bigint[], $2::uuid[], $3::bytea[])`,
    values: [links.map((one) => one.seq), links.map((one) => one.id), links.map((one) => one.hash)],
  })
  return links.length
}

/** The invariant that `checkChain` checks, beside those that are questions to the database. */
export const chainInvariant = { id: 'I24', holds: 'the chain over the audit trail is whole' }

/** Follows the chain from its start. The first link that does not fit is the breach. */
export async function checkChain(
  db: Pick<Queryable, 'query'>,
): Promise<{ invariant: string; holds: string; row: Record<string, unknown> }[]> {
  let head = origin
  for (;;) {
    const { rows } = await db.query<{ seq: number; hash: Buffer; text: string }>({
      text: `select s.seq, s.hash, ${rowText} as text from audit_seal s left join audit_event e on e.id = s.event_id
              where s.seq > $1 order by s.seq limit 5000`,
      values: [head.seq],
    })
    for (const row of rows) {
      const expected = link(head.hash, row.text)
      if (row.seq !== head.seq + 1 || !row.hash.equals(expected)) {
        return [{ invariant: chainInvariant.id, holds: chainInvariant.holds, row: { seq: row.seq } }]
      }
      head = row
    }
    if (rows.length === 0) return []
  }
}
