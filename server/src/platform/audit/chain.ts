import { createHash, createHmac } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { type AuditKey, type AuditKeys, keyOf } from './keys.ts'
import { acceptedEntries } from './late.ts'
import { readRetired, type Retired } from './retired.ts'

/**
 * SQL for a row of the audit trail as text. Equal rows give equal bytes whatever the session's settings, and different
 * rows give different bytes.
 */
export const rowText = `json_build_array(e.id, extract(epoch from e.at), e.actor, e.operation, e.subject, e.outcome, e.request_id, e.detail)::text`

export type Link = { seq: number; hash: Buffer }

export const origin: Link = { seq: 0, hash: Buffer.alloc(32) }

/**
 * The link of a row: h(n) = HMAC(key, h(n-1) || n, key's id || row n). Rows sealed before keys were introduced have
 * SHA-256(h(n-1) || row n), which anyone with write access to the database can recompute.
 */
export function linkHash(previous: Buffer, seq: number, text: string, key: AuditKey | undefined): Buffer {
  if (!key) return createHash('sha256').update(previous).update(text).digest()
  return createHmac('sha256', key.link).update(previous).update(`${seq} ${key.id}\n${text}`).digest()
}

/** An upper bound in milliseconds for the difference between the clocks of two machines. */
const lateMilliseconds = 60 * 60_000

/** The time contained in a time-ordered id (UUID v7: the first 48 bits are milliseconds). */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The invariants that `followChain` checks, in addition to those that are checked by queries. */
export const chainInvariants = [
  { id: 'I24', holds: 'the chain over the audit trail is whole, each link with the key of its row' },
  {
    id: 'I24c',
    holds:
      'no entry was added to the audit trail more than an hour behind its time, unless an operator accepted it with a reason',
  },
] as const

export type ChainBreach = { invariant: string; holds: string; row: Record<string, unknown> }

export type ChainReport = {
  breaches: ChainBreach[]
  links: number
  head: Link
  /** Numbers of links: sealed with a key, and unchecked because no key was given. */
  keyed: number
  unchecked: number
  /** The first row whose link was sealed with a key; null if there is none. */
  keyedFrom: number | null
  /** Number of rows before and between these that were retired; see `retire.ts`. */
  retired: number
}

type ChainRow = Link & { keyId: string | null; eventId: string; sealedAt: Date; text: string }

const mostBreaches = 20
const pageOf = 5000

/**
 * Checks the chain from its start, or from where it was retired up to, and reports each link that does not match its predecessor and its entry, up to 20.
 * Without keys, only links made without a key can be checked.
 */
export async function followChain(
  db: Pick<Queryable, 'query'>,
  keys: AuditKeys | null,
): Promise<ChainReport> {
  const report: ChainReport = {
    breaches: [],
    links: 0,
    head: origin,
    keyed: 0,
    unchecked: 0,
    keyedFrom: null,
    retired: 0,
  }
  const retired = await readRetired(db)
  const order = new Order()
  for (;;) {
    const { rows } = await db.query<ChainRow>({
      text: `select s.seq, s.hash, s.key_id as "keyId", s.event_id as "eventId", s.sealed_at as "sealedAt",
                     ${rowText} as text
               from audit_seal s left join audit_event e on e.id = s.event_id
              where s.seq > $1 order by s.seq limit $2`,
      values: [report.head.seq, pageOf],
    })
    for (const row of rows) {
      passRetired(row, report, retired)
      const why = faultOf(row, report, keys)
      if (why && report.breaches.length < mostBreaches)
        report.breaches.push(asBreach(0, { seq: row.seq, entry: row.eventId, why }))
      order.look(row)
      report.links += 1
      if (row.keyId !== null) {
        report.keyed += 1
        report.keyedFrom ??= row.seq
        if (keys === null) report.unchecked += 1
      }
      report.head = row
    }
    if (rows.length === 0) break
  }
  if (report.retired !== retired.entries)
    report.breaches.push(
      asBreach(0, {
        why: `the chain is without ${report.retired} rows that were retired, where ${retired.entries} were`,
      }),
    )
  report.breaches.push(...(await notAccepted(db, order.odd)))
  return report
}

/** Goes on behind rows that were retired: the last of them left its link. */
function passRetired({ seq }: Link, report: ChainReport, { links }: Retired): void {
  const { head } = report
  const link = seq > head.seq + 1 ? links.get(seq - 1) : undefined
  if (!link) return
  report.retired += link.seq - head.seq
  report.head = link
}

const asBreach = (place: 0 | 1, row: Record<string, unknown>): ChainBreach => ({
  invariant: chainInvariants[place].id,
  holds: chainInvariants[place].holds,
  row,
})

/** Why a link does not match; null if it matches. */
function faultOf(row: ChainRow, report: ChainReport, keys: AuditKeys | null): string | null {
  const { head } = report
  if (row.seq !== head.seq + 1) {
    const [first, last] = [head.seq + 1, row.seq - 1]
    return `the chain has no ${first === last ? `row ${first}` : `rows ${first} to ${last}`} before it`
  }
  if (keys === null) {
    if (row.keyId !== null) return null
    if (report.keyedFrom !== null)
      return `it is sealed without a key, behind row ${report.keyedFrom} that has one`
  }
  const key = keyOf(keys, row.seq)
  if (keys !== null && (key?.id ?? null) !== row.keyId) {
    const found = row.keyId === null ? 'without a key' : `by the key ${row.keyId}`
    return `it is sealed ${found}, where AUDIT_KEY_FILE says ${key?.id ?? 'none'}`
  }
  if (row.hash.equals(linkHash(head.hash, row.seq, row.text, key))) return null
  return 'its link does not fit the one before it and its entry: one of them was changed, moved or removed'
}

type Odd = { seq: number; entry: string; why: string }

class Order {
  readonly odd: Odd[] = []
  #newest = 0

  look({ seq, eventId: entry, sealedAt }: ChainRow): void {
    const time = timeOfId(entry)
    const says = `its id says ${new Date(time).toISOString()}`
    if (time > sealedAt.getTime() + lateMilliseconds) {
      this.#add({ seq, entry, why: `${says}, and it was sealed before that` })
      return
    }
    if (time < this.#newest - lateMilliseconds)
      this.#add({ seq, entry, why: `${says}, and later ones were sealed before it` })
    this.#newest = Math.max(this.#newest, time)
  }

  #add(odd: Odd): void {
    if (this.odd.length < 10_000) this.odd.push(odd)
  }
}

async function notAccepted(db: Pick<Queryable, 'query'>, odd: readonly Odd[]): Promise<ChainBreach[]> {
  if (odd.length === 0) return []
  const accepted = await acceptedEntries(
    db,
    odd.map(({ entry }) => entry),
  )
  return odd
    .filter(({ entry }) => !accepted.has(entry))
    .slice(0, mostBreaches)
    .map((row) => asBreach(1, row))
}
