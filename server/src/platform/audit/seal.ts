import { type Database, many } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import { type Link, linkHash, origin, rowText, timeOfId } from './chain.ts'
import { KeyFault } from '../keys/key-file.ts'
import { type AuditKeySource, keyOf } from './keys.ts'

type Row = { id: string; text: string }

/**
 * Which rows are examined, because ids are time-ordered but an open transaction may still commit an older one. NEWEST:
 * from 15 seconds before the newest sealed row, what most transactions take. LATE: from ten minutes before; no
 * transaction lives longer, so an entry that arrives later has a wrong time. ALL: also entries with a wrong time.
 */
export type Reach = 'NEWEST' | 'LATE' | 'ALL'

const overlapMilliseconds = { NEWEST: 15_000, LATE: 10 * 60_000 }

export type Sealing = {
  reach?: Reach
  keys?: AuditKeySource
  now?: number
  /** The last link that is known from outside the database; the chain must still have it. */
  known?: Link | null
  /** Called with the last link of the chain, before the commit. */
  onHead?: (head: Link) => void
}

/** The chain has lost rows that were sealed. Nothing more is sealed: what came next would hide the gap. */
export class ChainCut extends Error {}

const smallestId = '00000000-0000-0000-0000-000000000000'

/** The smallest time-ordered id of a time (UUID v7: the first 48 bits are milliseconds). */
function firstIdAt(milliseconds: number): string {
  const hex = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const noKeys: AuditKeySource = () => null
const batch = 1000

/** Takes the lock for sealing: one process seals at a time, and none while a key is added. */
export const lockSealing = (tx: Transaction): Promise<unknown> =>
  many(tx, 'platform.audit.lock_sealing', `select pg_advisory_xact_lock(hashtext('audit.seal'))`)

export async function lastLink(tx: Transaction): Promise<Link & { keyId: string | null }> {
  const last = await many<Link & { keyId: string | null }>(
    tx,
    'platform.audit.last_seal',
    'select seq, hash, key_id as "keyId" from audit_seal order by seq desc limit 1',
  )
  return last[0] ?? { ...origin, keyId: null }
}

/**
 * Seals the audit rows that are not sealed yet, oldest first, each with the key for its number. The worker calls it, so
 * that requests need not wait for it.
 * @returns how many rows were sealed.
 * @throws KeyFault if the chain was sealed with a key and this process has none, ChainCut if it lacks the known link
 */
export async function sealAudit(
  tx: Transaction,
  limit = batch,
  { reach = 'LATE', keys: keysNow = noKeys, now = Date.now(), known = null, onHead = () => {} }: Sealing = {},
): Promise<number> {
  await lockSealing(tx)
  const keys = keysNow()
  const last = await lastLink(tx)
  if (known) await assertContinues(tx, known, last)
  onHead(last)
  const rows = await many<Row>(
    tx,
    'platform.audit.unsealed',
    `select e.id, ${rowText} as text from audit_event e
      where e.id > $2 and not exists (select from audit_seal s where s.event_id = e.id and s.event_id > $2) order by e.id limit $1`,
    [limit, reach === 'ALL' ? smallestId : await firstToLookAt(tx, now, overlapMilliseconds[reach])],
  )
  if (rows.length === 0) return 0
  let head: Link = last
  const links = rows.map((row) => {
    const seq = head.seq + 1
    const key = keyOf(keys, seq)
    head = { seq, hash: linkHash(head.hash, seq, row.text, key) }
    return { id: row.id, ...head, key: key?.id ?? null }
  })
  if (last.keyId !== null && links[0]?.key === null)
    throw new KeyFault(
      `The audit trail is sealed with the key ${last.keyId} and this process has none: set AUDIT_KEY_FILE.`,
    )
  await tx.query({
    name: 'platform.audit.seal',
    text: `insert into audit_seal (seq, event_id, hash, key_id)
           select * from unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::text[])`,
    values: [
      links.map((one) => one.seq),
      links.map((one) => one.id),
      links.map((one) => one.hash),
      links.map((one) => one.key),
    ],
  })
  onHead(head)
  return links.length
}

/** @throws ChainCut if the chain does not have this link any more */
async function assertContinues(tx: Transaction, known: Link, last: Link): Promise<void> {
  const found =
    known.seq === last.seq
      ? last
      : (
          await many<Link>(
            tx,
            'platform.audit.known_seal',
            `select seq, hash from audit_seal where seq = $1
             union all select seq, hash from audit_retired_link where seq = $1`,
            [known.seq],
          )
        )[0]
  if (found?.hash.equals(known.hash)) return
  const why = found ? `row ${known.seq} has another link` : `it ends at row ${last.seq}`
  throw new ChainCut(
    `The audit trail is not the one that was sealed up to row ${known.seq}: ${why}. Nothing is sealed until that is explained (docs/operating/alarms.md, "A chain that was cut").`,
  )
}

/**
 * The first id that may still be unsealed, if entries arrive at most so many milliseconds after the newest sealed id. An
 * id from the future is ignored, because entries made until then would be skipped.
 */
async function firstToLookAt(tx: Transaction, now: number, overlap: number): Promise<string> {
  const [newest] = await many<{ id: string }>(
    tx,
    'platform.audit.newest_sealed',
    'select event_id as id from audit_seal where event_id < $1 order by event_id desc limit 1',
    [firstIdAt(now + overlapMilliseconds.LATE)],
  )
  return newest ? firstIdAt(timeOfId(newest.id) - overlap) : smallestId
}

/** The last link of the chain that a process has seen; null before. */
export type Seen = { head: Link | null }

/**
 * Seals all unsealed rows within reach, a thousand at a time, each batch in a transaction of its own.
 * @param seen is compared with the chain, and is its last link afterwards
 * @throws ChainCut if the chain lacks what was seen
 */
export async function sealWithin(
  db: Database,
  reach: Reach,
  keys?: AuditKeySource,
  seen: Seen = { head: null },
): Promise<void> {
  const seal = async () => {
    let head: Link | null = null
    const onHead = (link: Link) => void (head = link)
    const sealed = await inTransaction(db, { repeatable: true }, (tx) =>
      sealAudit(tx, batch, { reach, ...(keys && { keys }), known: seen.head, onHead }),
    )
    seen.head = head
    return sealed
  }
  while ((await seal()) === batch);
}
