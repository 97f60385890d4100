import { appendFile, open } from 'node:fs/promises'
import { type Database, many, one, run } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import type { JobHandlers, WorkerLog } from '../jobs/worker.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Random } from '../random.ts'
import { type Anchor, readAnchor, signAnchor } from './anchor.ts'
import type { Link } from './chain.ts'
import { type AuditKeySource, keyOf } from './keys.ts'
import { lastLink, lockSealing } from './seal.ts'

/** Where anchors are stored, outside the database. */
export type AnchorPlaces = {
  /** A file to which each anchor is appended as one line. */
  file: string | null
  /** A URL to which each anchor is posted, with the token if there is one. */
  url: string | null
  token: string | null
}

export type Anchoring = {
  /** The time between two signed heads, if the chain has grown. */
  minutes: number
  db: Database
  random: Random
  keys: AuditKeySource
  places: AnchorPlaces
  log: WorkerLog
}

type AnchorContext = Omit<Anchoring, 'keys' | 'places' | 'minutes'> & {
  auditKeys: AuditKeySource
  config: Record<'AUDIT_ANCHOR_FILE' | 'AUDIT_ANCHOR_URL' | 'AUDIT_ANCHOR_TOKEN', string | null> &
    Record<'AUDIT_ANCHOR_MINUTES', number>
}

export const anchoringOf = ({ db, random, auditKeys, log, config }: AnchorContext): Anchoring => ({
  db,
  random,
  keys: auditKeys,
  log,
  minutes: config.AUDIT_ANCHOR_MINUTES,
  places: {
    file: config.AUDIT_ANCHOR_FILE,
    url: config.AUDIT_ANCHOR_URL,
    token: config.AUDIT_ANCHOR_TOKEN,
  },
})

const fileJob = 'audit.anchor-file'
const postJob = 'audit.anchor-post'

/**
 * Signs the head of the chain, and queues the anchor for every place where anchors are stored: every few minutes while
 * the chain grows, and once per business day while it does not; `now` signs in any case.
 * @returns the anchor, or null if none is due, nothing is sealed yet, or the head was sealed without a key
 */
export function anchorHead(
  { db, random, keys: keysNow, places, minutes }: Omit<Anchoring, 'log'>,
  { now = false }: { now?: boolean } = {},
): Promise<Anchor | null> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    await lockSealing(tx)
    const head = await lastLink(tx)
    if (!now && (await isAnchored(tx, head.seq, minutes))) return null
    const key = head.seq === 0 ? undefined : keyOf(keysNow(), head.seq)
    if (!key || head.keyId !== key.id) return null
    const { at } = await one<{ at: Date }>(
      tx,
      'platform.audit.now',
      `select date_trunc('milliseconds', app_now()) as at`,
    )
    const anchor = signAnchor(key, { at, ...head })
    const id = random.uuid()
    const line = JSON.stringify(anchor)
    await run(
      tx,
      'platform.audit.anchor',
      'insert into audit_anchor (id, at, seq, line) values ($1, $2, $3, $4)',
      [id, at, head.seq, line],
    )
    const kinds = [...(places.file === null ? [] : [fileJob]), ...(places.url === null ? [] : [postJob])]
    await enqueue(
      tx,
      kinds.map((kind) => ({ id: random.uuid(), kind, payload: { id, line } })),
    )
    return anchor
  })
}

/** Whether a head was signed within these minutes, or this row is the head that was signed last, today. */
async function isAnchored(tx: Transaction, seq: number, minutes: number): Promise<boolean> {
  const rows = await many(
    tx,
    'platform.audit.anchored',
    `select 1 from (select at, seq from audit_anchor
                     where at between app_now() - interval '1 day' and app_now() + interval '1 day'
                     order by at desc limit 1) newest
      where abs(extract(epoch from app_now() - at)) < $2 * 60
         or seq = $1 and business_day(at) = business_day(app_now())`,
    [seq, minutes],
  )
  return rows.length > 0
}

const again = '1 minute'

/**
 * Jobs that store an anchor in its file and send it to its URL. A failed write is retried every minute until it
 * succeeds.
 */
export function anchorJobs({ places, log }: Pick<Anchoring, 'places' | 'log'>): JobHandlers {
  const lineOf = ({ payload }: { payload: unknown }) => payload as { id: string; line: string }
  const keep = (write: (anchor: { id: string; line: string }) => Promise<void>): JobHandlers[string] => {
    return async (job) => {
      try {
        await write(lineOf(job))
        return undefined
      } catch (error) {
        log.error({ err: error, job: job.id }, 'storing the signed head of the audit trail failed')
        return { again, because: error instanceof Error ? error.message : String(error) }
      }
    }
  }
  return {
    [fileJob]: keep(async ({ line }) => {
      if (places.file === null) throw new Error('AUDIT_ANCHOR_FILE is not set any more')
      await appendLine(places.file, line)
    }),
    [postJob]: keep(async ({ id, line }) => {
      if (places.url === null) throw new Error('AUDIT_ANCHOR_URL is not set any more')
      await post(places.url, { id, line, token: places.token })
    }),
  }
}

export const jobs = (context: AnchorContext): JobHandlers => anchorJobs(anchoringOf(context))

/** Appends a line once, even if an earlier attempt wrote all or half of it before it crashed. */
async function appendLine(file: string, line: string): Promise<void> {
  const kept = await endOf(file)
  if (kept.split('\n').includes(line)) return
  const newLine = kept === '' || kept.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${newLine}${line}\n`, { mode: 0o644, flush: true })
}

/** How much of the end of a file of anchors is read: some hundred lines. */
const endBytes = 64 * 1024

/** The end of a file; empty if there is no such file. */
async function endOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - endBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The link of the last anchor in the file, which whoever changes the database cannot change; null if there is none. */
export async function lastAnchored({ file }: Pick<AnchorPlaces, 'file'>): Promise<Link | null> {
  if (file === null) return null
  const anchors = (await endOf(file)).split('\n').flatMap((line) => readAnchor(line) ?? [])
  const last = anchors.reduce<Anchor | null>(
    (newest, anchor) => (newest && newest.seq > anchor.seq ? newest : anchor),
    null,
  )
  return last && { seq: last.seq, hash: Buffer.from(last.hash, 'hex') }
}

const timeoutMs = 10_000

async function post(
  url: string,
  { id, line, token }: { id: string; line: string; token: string | null },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    body: line,
    headers: {
      'content-type': 'application/json',
      // The receiver can drop a duplicate that is sent after a response was lost.
      'idempotency-key': id,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
}
