import type { FileFound } from '../../operator/files/index.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'
import { cutPage, type Page } from '../../platform/pages.ts'

export type RunOutcome = 'DONE' | 'UNREADABLE' | 'CHANGED' | 'UNDECIDED' | 'FAILED'

/** A refused line; without a number it is the file as a whole. */
export type Refused = { line: number | null; reason: string }

/** An uploaded file without its content. */
export type StoredFile = {
  id: string
  command: string
  name: string
  sha256: string
  bytes: number
  uploadedBy: string
  at: Date
  removedAt: Date | null
  proposal: number | null
  proposalState: 'WAITING' | 'EXPIRED' | 'DONE' | 'REFUSED' | 'WITHDRAWN' | null
}

/** A run of a file: a dry run, or the import. */
export type StoredRun = {
  id: string
  fileId: string
  command: string
  what: 'TRIAL' | 'IMPORT'
  proposal: number | null
  by: string
  at: Date
  attempts: number
  endedAt: Date | null
  outcome: RunOutcome | null
  found: FileFound | null
  refusals: Refused[]
  /** Whether it ended within a day. */
  isFresh: boolean
}

const fileColumns = `f.id, f.command, f.name, f.sha256, f.bytes, s.name as "uploadedBy", f.at, f.removed_at as "removedAt",
  f.proposal, coalesce(p.ended, case when p.until <= app_now() then 'EXPIRED' when p.until > app_now() then 'WAITING' end)
    as "proposalState"`
const fileFrom = `staff_file f join staff s on s.id = f.uploaded_by left join proposal p on p.number = f.proposal`
const runColumns = `r.id, r.file_id as "fileId", f.command, r.what, r.proposal, s.name as by, r.at, r.attempts,
  r.ended_at as "endedAt", r.outcome, r.found, r.refusals,
  coalesce(r.ended_at > app_now() - interval '24 hours', false) as "isFresh"`
const runFrom = 'staff_file_run r join staff_file f on f.id = r.file_id join staff s on s.id = r.staff_id'

type RunRow = Omit<StoredRun, 'refusals'> & { refusals: string | null }
const asRun = ({ refusals, ...row }: RunRow): StoredRun => ({
  ...row,
  refusals: refusals === null ? [] : (JSON.parse(refusals) as Refused[]),
})

/** The uploaded files, newest first, each with its last run. */
export async function listStoredFiles(
  db: Queryable,
  { limit, after = null }: { limit: number; after?: string | null },
): Promise<Page<StoredFile & { last: StoredRun | null }>> {
  const rows = await many<StoredFile>(
    db,
    'staff.files.list',
    `select ${fileColumns} from ${fileFrom}
      where $2::uuid is null or (f.at, f.id) < (select at, id from staff_file where id = $2)
      order by f.at desc, f.id desc limit $1`,
    [limit + 1, after],
  )
  const page = cutPage(rows, limit, ({ id }) => id)
  const runs = await many<RunRow>(
    db,
    'staff.files.last_runs',
    `select distinct on (r.file_id) ${runColumns} from ${runFrom} where r.file_id = any($1)
      order by r.file_id, r.at desc, r.id desc`,
    [page.rows.map(({ id }) => id)],
  )
  const last = new Map(runs.map((row) => [row.fileId, asRun(row)]))
  return { ...page, rows: page.rows.map((row) => ({ ...row, last: last.get(row.id) ?? null })) }
}

export const findFile = (db: Queryable, id: string): Promise<StoredFile | undefined> =>
  maybe<StoredFile>(db, 'staff.files.find', `select ${fileColumns} from ${fileFrom} where f.id = $1`, [id])

/** The content of a file; null once it was removed. */
export async function contentOf(db: Queryable, id: string): Promise<string | null> {
  const row = await maybe<{ content: string | null }>(
    db,
    'staff.files.content',
    'select content from staff_file where id = $1',
    [id],
  )
  return row?.content ?? null
}

/** The runs of a file, the newest first. */
export async function runsOf(db: Queryable, fileId: string): Promise<StoredRun[]> {
  const rows = await many<RunRow>(
    db,
    'staff.files.runs',
    `select ${runColumns} from ${runFrom} where r.file_id = $1 order by r.at desc, r.id desc limit 50`,
    [fileId],
  )
  return rows.map(asRun)
}

/** The import under a proposal; undefined if there is none. */
export async function runUnder(db: Queryable, proposal: number): Promise<StoredRun | undefined> {
  const row = await maybe<RunRow>(
    db,
    'staff.files.run_under',
    `select ${runColumns} from ${runFrom} where r.proposal = $1`,
    [proposal],
  )
  return row && asRun(row)
}

type LockedFile = { id: string; command: string; name: string; sha256: string; isRemoved: boolean }

/** A file, locked until the end of the transaction; what belongs to it is read afterwards. */
export const lockFile = (tx: Transaction, id: string): Promise<LockedFile | undefined> =>
  maybe<LockedFile>(
    tx,
    'staff.files.lock',
    `select id, command, name, sha256, removed_at is not null as "isRemoved" from staff_file where id = $1 for update`,
    [id],
  )

type Begun = Pick<StoredRun, 'id' | 'fileId' | 'what' | 'proposal' | 'attempts'> & { staffId: number }

/** Counts an attempt of a run; undefined if it has ended. */
export const beginRun = (db: Queryable, id: string): Promise<Begun | undefined> =>
  maybe<Begun>(
    db,
    'staff.files.begin_run',
    `update staff_file_run set attempts = attempts + 1 where id = $1 and ended_at is null
     returning id, file_id as "fileId", what, proposal, attempts, staff_id as "staffId"`,
    [id],
  )

/** @returns false if it has ended before */
export async function writeRunEnd(
  tx: Transaction,
  {
    id,
    outcome,
    found,
    refusals,
  }: { id: string; outcome: RunOutcome; found: FileFound | null; refusals: readonly Refused[] },
): Promise<boolean> {
  const ended = await run(
    tx,
    'staff.files.end_run',
    `update staff_file_run set ended_at = app_clock(), outcome = $2, found = $3, refusals = $4
      where id = $1 and ended_at is null`,
    [
      id,
      outcome,
      found && JSON.stringify(found),
      refusals.length === 0 ? null : new Sealed(JSON.stringify(refusals)),
    ],
  )
  return ended > 0
}
