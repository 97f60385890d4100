import { appendFile, readFile } from 'node:fs/promises'
import { type Database, many, one, run } from '../db/database.ts'
import { inTransaction, type Transaction } from '../db/transaction.ts'
import type { JobHandlers, WorkerLog } from '../jobs/worker.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Random } from '../random.ts'
import { type Anchor, signAnchor } from './anchor.ts'
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
  db: Database
  random: Random
  keys: AuditKeySource
  places: AnchorPlaces
  log: WorkerLog
}

type AnchorContext = Omit<Anchoring, 'keys' | 'places'> & {
  auditKeys: AuditKeySource
  config: Record<'AUDIT_ANCHOR_FILE' | 'AUDIT_ANCHOR_URL' | 'AUDIT_ANCHOR_TOKEN', string | null>
}

export const anchoringOf = ({ db, random, auditKeys, log, config }: AnchorContext): Anchoring => ({
  db,
  random,
  keys: auditKeys,
  log,
  places: {
    file: config.AUDIT_ANCHOR_FILE,
    url: config.AUDIT_ANCHOR_URL,
    token: config.AUDIT_ANCHOR_TOKEN,
  },
})

const fileJob = 'audit.anchor-file'
const postJob = 'audit.anchor-post'

/**
 * Signs the head of the chain, and queues the anchor for every place where anchors are stored. Normally once per
 * business day; `now` signs again even if today's anchor exists.
 * @returns the anchor, or null if today's exists already, nothing is sealed yet, or the head was sealed without a key
 */
export function anchorHead(
  { db, random, keys: keysNow, places }: Omit<Anchoring, 'log'>,
  { now = false }: { now?: boolean } = {},
): Promise<Anchor | null> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    await lockSealing(tx)
    if (!now && (await isAnchoredToday(tx))) return null
    const head = await lastLink(tx)
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

async function isAnchoredToday(tx: Transaction): Promise<boolean> {
  const rows = await many(
    tx,
    'platform.audit.anchored_today',
    "select 1 from audit_anchor where at >= app_now() - interval '1 day' and business_day(at) = business_day(app_now()) limit 1",
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
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (kept.split('\n').includes(line)) return
  const newLine = kept === '' || kept.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${newLine}${line}\n`, { mode: 0o644, flush: true })
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
