import type { Queryable } from '../db/database.ts'

/** What the retired part of the audit trail left in the database; see `retire.ts`. */
export type Retired = {
  /** Retired links that are followed by one that was not, by their numbers. */
  links: ReadonlyMap<number, { seq: number; hash: Buffer }>
  /** The number of the last link that was retired; 0 if none was. */
  lastSeq: number
  entries: number
}

export async function readRetired(db: Pick<Queryable, 'query'>): Promise<Retired> {
  const links = await db.query<{ seq: number; hash: Buffer }>({
    text: 'select seq, hash from audit_retired_link order by seq',
  })
  const sum = await db.query<{ lastSeq: number; entries: number }>({
    text: `select coalesce(max(last_seq), 0) as "lastSeq", coalesce(sum(entries), 0)::bigint as entries from audit_retirement`,
  })
  const { lastSeq = 0, entries = 0 } = sum.rows[0] ?? {}
  return { links: new Map(links.rows.map((link) => [link.seq, link])), lastSeq, entries }
}
