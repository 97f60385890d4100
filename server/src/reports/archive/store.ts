import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'

export type ArchiveState = 'WAITING' | 'RUNNING' | 'READY' | 'FAILED'
export type ArchiveRow = {
  id: string
  lenderId: number
  year: number
  state: ArchiveState
  attempt: number
  done: number
  total: number
  bytes: number
  createdAt: Date
  expiresAt: Date | null
}

const columns = `id, lender_id as "lenderId", year, state, attempt, done, total, bytes, created_at as "createdAt",
  expires_at as "expiresAt"`

/** Serialises the archive requests of a lender, so that a second one finds the archive that the first one began. */
export const lockRequests = (tx: Queryable, lenderId: number) =>
  one(tx, 'reports.archive.lock', 'select from lender where id = $1 for no key update', [lenderId])

export const findUnderWay = (db: Queryable, lenderId: number): Promise<ArchiveRow | undefined> =>
  maybe<ArchiveRow>(
    db,
    'reports.archive.under_way',
    `select ${columns} from document_archive where lender_id = $1 and state in ('WAITING', 'RUNNING')`,
    [lenderId],
  )

export const findArchive = (db: Queryable, id: string): Promise<ArchiveRow | undefined> =>
  maybe<ArchiveRow>(db, 'reports.archive.find', `select ${columns} from document_archive where id = $1`, [id])

/** The archives of a lender that have not expired, the newest first. */
export const archivesOf = (db: Queryable, lenderId: number): Promise<ArchiveRow[]> =>
  many<ArchiveRow>(
    db,
    'reports.archive.of_lender',
    `select ${columns} from document_archive
      where lender_id = $1 and coalesce(expires_at > app_now(), true) order by created_at desc, id limit 20`,
    [lenderId],
  )

/** Adds an archive, replacing the ended ones of its year. */
export async function insertArchive(
  tx: Queryable,
  { id, lenderId, year }: Pick<ArchiveRow, 'id' | 'lenderId' | 'year'>,
): Promise<ArchiveRow> {
  await run(
    tx,
    'reports.archive.replace',
    `delete from document_archive where lender_id = $1 and year = $2 and state in ('READY', 'FAILED')`,
    [lenderId, year],
  )
  return one<ArchiveRow>(
    tx,
    'reports.archive.insert',
    `insert into document_archive (id, lender_id, year) values ($1, $2, $3) returning ${columns}`,
    [id, lenderId, year],
  )
}

/**
 * Begins another attempt under a new number, so that writes of an earlier attempt still running are refused.
 * @returns undefined if the archive has ended or was deleted
 */
export const beginAttempt = (tx: Queryable, id: string, total: number): Promise<ArchiveRow | undefined> =>
  maybe<ArchiveRow>(
    tx,
    'reports.archive.begin',
    `update document_archive set state = 'RUNNING', attempt = attempt + 1, done = 0, bytes = 0, total = $2
      where id = $1 and state in ('WAITING', 'RUNNING') returning ${columns}`,
    [id, total],
  )

/** Removes the parts of earlier attempts. */
export const dropParts = (tx: Queryable, { id, attempt }: Pick<ArchiveRow, 'id' | 'attempt'>) =>
  run(
    tx,
    'reports.archive.drop_parts',
    'delete from document_archive_part where archive_id = $1 and attempt < $2',
    [id, attempt],
  )

/**
 * Adds a part of an attempt and its progress.
 * @returns false if another attempt has begun in the meantime
 */
export async function addPart(
  tx: Queryable,
  { id, attempt }: Pick<ArchiveRow, 'id' | 'attempt'>,
  part: { no: number; bytes: Buffer; done: number },
): Promise<boolean> {
  const added = await run(
    tx,
    'reports.archive.add_part',
    `with counted as (
       update document_archive set done = $5, bytes = bytes + length($4::bytea)
        where id = $1 and attempt = $2 and state = 'RUNNING' returning id
     )
     insert into document_archive_part (archive_id, attempt, no, bytes) select id, $2, $3, $4::bytea from counted`,
    [id, attempt, part.no, part.bytes, part.done],
  )
  return added === 1
}

/** Stores the end of an archive, and when it expires. */
export async function endArchive(
  tx: Queryable,
  { id, attempt }: Pick<ArchiveRow, 'id' | 'attempt'>,
  end: { state: 'READY' | 'FAILED'; done: number; days: number },
): Promise<boolean> {
  const ended = await run(
    tx,
    'reports.archive.end',
    `update document_archive set state = $3, done = $4, ended_at = app_now(), expires_at = app_now() + $5 * interval '1 day'
      where id = $1 and attempt = $2 and state in ('WAITING', 'RUNNING')`,
    [id, attempt, end.state, end.done, end.days],
  )
  return ended === 1
}

/** The cookie with the ticket of an archive: it is in no URL, and so in no log or history. */
export const ticketCookie = { name: 'archive', seconds: 120 }

/** Stores the hash of a download token (ticket) of a ready archive of this lender, for the session that asked for it. */
export async function setTicket(
  tx: Queryable,
  lenderId: number,
  { id, sha256, session }: { id: string; sha256: Buffer; session: Buffer },
): Promise<boolean> {
  const set = await run(
    tx,
    'reports.archive.ticket',
    `update document_archive
        set ticket_sha256 = $3, ticket_session = $4, ticket_until = app_now() + $5 * interval '1 second'
      where id = $2 and lender_id = $1 and state = 'READY' and expires_at > app_now()`,
    [lenderId, id, sha256, session, ticketCookie.seconds],
  )
  return set === 1
}

/** Consumes a ticket that has not expired: of several concurrent calls only one finds its archive. */
export const takeTicket = (
  tx: Queryable,
  sha256: Buffer,
): Promise<(ArchiveRow & { session: Buffer; member: number | null }) | undefined> =>
  maybe<ArchiveRow & { session: Buffer; member: number | null }>(
    tx,
    'reports.archive.take_ticket',
    `update document_archive set ticket_sha256 = null
      where ticket_sha256 = $1 and ticket_until > app_now() and state = 'READY' and expires_at > app_now()
        and ticket_session is not null
      returning ${columns}, ticket_session as session,
        (select case when s.company_id is not null then s.lender_id end from session s
          where s.token_hash = ticket_session) as member`,
    [sha256],
  )

export const findPart = (
  db: Queryable,
  { id, attempt }: Pick<ArchiveRow, 'id' | 'attempt'>,
  no: number,
): Promise<{ bytes: Buffer } | undefined> =>
  maybe<{ bytes: Buffer }>(
    db,
    'reports.archive.part',
    'select bytes from document_archive_part where archive_id = $1 and attempt = $2 and no = $3',
    [id, attempt, no],
  )

/** Archives not finished within a day, e.g. because every attempt was killed. */
export const findStalled = (db: Queryable): Promise<ArchiveRow[]> =>
  many<ArchiveRow>(
    db,
    'reports.archive.stalled',
    `select ${columns} from document_archive
      where state in ('WAITING', 'RUNNING') and created_at < app_now() - interval '1 day' limit 100`,
    [],
  )

/** Deletes archives that have expired, with their parts. */
export const deleteExpired = (tx: Queryable): Promise<number> =>
  run(
    tx,
    'reports.archive.expire',
    `delete from document_archive where id in (
       select id from document_archive where expires_at <= app_now() limit 5 for update skip locked)`,
    [],
  )
