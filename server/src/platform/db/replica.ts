import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { Database, type DatabaseOptions, one, run } from './database.ts'
import {
  includes,
  laterOf,
  type LogPosition,
  primaryPosition,
  readPlace,
  readPosition,
  type Replayed,
} from './log-position.ts'
import { ReplayMarks } from './replay-marks.ts'

/** Why the primary answered a read although a replica is configured. */
type Fallback = 'away' | 'behind' | 'failed'

export type ReplicaOptions = {
  primary: Database
  database: DatabaseOptions
  /** The maximum lag of data that is read, milliseconds. */
  boundMs: number
}

/** The longest wait for the answer to a probe, milliseconds. */
const probeWithinMs = 1_000

/** The replica cannot serve this read, so the primary must. */
class NotThere extends Error {
  readonly why: Fallback

  constructor(why: Fallback) {
    super(`the replica is not read: ${why}`)
    this.why = why
  }
}

/**
 * A replica for reading lists and figures. Its answers are never older than the maximum lag, nor than a log position
 * that the caller gives. If it cannot guarantee that, or fails, the primary answers
 * (docs/decisions/0043-reads-from-a-replica.md).
 */
export class Replica {
  /** The number of reads of this process, by the server that answered or the reason for using the primary. */
  readonly counts: Record<'replica' | Fallback, number> = { replica: 0, away: 0, behind: 0, failed: 0 }
  readonly #primary: Database
  readonly #database: Database
  readonly #probe: Database
  readonly #marks: ReplayMarks
  readonly #everyMs: number
  /** The log position that the statements of the current read require. */
  readonly #needed = new AsyncLocalStorage<LogPosition>()
  /**
   * The log position that the server of each connection is known to have replayed. Behind a router, connections may
   * lead to different servers.
   */
  readonly #replayed = new WeakMap<pg.ClientBase, Replayed>()
  readonly #recorded = new Set<number>()
  #lastSeen: Replayed = { timelines: [], place: 0n }
  #timer: NodeJS.Timeout | undefined
  #isMarking = false
  #closed = false
  /** Rejects when the replica fails, so that waiting reads end at once; null while the replica is unavailable. */
  #away: PromiseWithResolvers<never> | null = null

  constructor({ primary, database, boundMs }: ReplicaOptions) {
    const once = { tries: 1, pause: () => Promise.resolve() }
    this.#primary = primary
    this.#marks = new ReplayMarks(boundMs)
    this.#everyMs = Math.min(1_000, Math.max(100, boundMs / 5))
    this.#database = new Database({
      ...database,
      standby: true,
      retry: once,
      beforeStatement: (_, client) => this.#requireReplayed(client),
    })
    this.#probe = new Database({
      ...database,
      standby: true,
      size: 1,
      retry: once,
      answerWithinMs: probeWithinMs,
    })
    this.#lookAfter(0)
  }

  /**
   * The lag of the replica in seconds; null while it is out of use. It is not updated once it exceeds READ_LAG_SECONDS.
   */
  get lagSeconds(): number | null {
    return this.#away === null ? null : this.#marks.lagMs(this.#lastSeen) / 1000
  }

  /** The address, as its setting has it. */
  get url(): string {
    return this.#database.options.url
  }

  /** When the certificate of the replica ends; null without TLS. */
  get certificateEndsAt(): Date | null {
    return this.#database.certificateEndsAt
  }

  /**
   * Runs queries on the replica, or on the primary if the replica cannot answer them. They may run twice, so they must
   * have no side effects.
   * @param after a log position that the data must include
   */
  async read<T>(after: LogPosition | null, work: (db: Database) => Promise<T>): Promise<T> {
    try {
      const answer = await this.#ask(after, work)
      this.counts.replica += 1
      return answer
    } catch (error) {
      // A refusal is repeated on the primary too: what was not found may not have reached the replica yet.
      this.counts[error instanceof NotThere ? error.why : 'failed'] += 1
      return work(this.#primary)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#leave()
    await Promise.all([this.#database.close(), this.#probe.close()])
  }

  #ask<T>(after: LogPosition | null, work: (db: Database) => Promise<T>): Promise<T> {
    const away = this.#away
    const least = this.#marks.leastNow()
    if (away === null || least === null) return Promise.reject(new NotThere('away'))
    const needed = after === null ? least : laterOf(least, after)
    return Promise.race([this.#needed.run(needed, () => work(this.#database)), away.promise])
  }

  /** Runs before each statement; a server that is known to have replayed enough is not queried again. */
  async #requireReplayed(client: pg.ClientBase): Promise<void> {
    const needed = this.#needed.getStore()
    if (needed === undefined) throw new Error('a statement for the replica outside of Replica.read')
    const known = this.#replayed.get(client)
    if (known && includes(known, needed)) return
    const { rows } = await client.query<Seen>(question)
    const replayed = readSeen(rows[0])
    if (replayed === null) {
      // This server has become a primary; the next connection may lead to a replica.
      void (client as pg.Client).end().catch(() => {})
      throw new NotThere('away')
    }
    this.#replayed.set(client, replayed)
    if (!includes(replayed, needed)) throw new NotThere('behind')
  }

  #lookAfter(waitMs: number): void {
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        if (!this.#closed) this.#lookAfter(this.#everyMs)
      })
    }, waitMs)
    this.#timer.unref()
  }

  /** Reads the position of the primary, and probes the replica. */
  async #look(): Promise<void> {
    // Not awaited: a primary that does not answer must not delay the detection of a failed replica.
    if (!this.#isMarking) {
      this.#isMarking = true
      void this.#markPrimary()
        .catch(() => {})
        .finally(() => (this.#isMarking = false))
    }
    const replayed = await one<Seen>(this.#probe, question.name, question.text).then(readSeen, () => null)
    if (replayed === null || this.#closed) return this.#leave()
    this.#lastSeen = replayed
    if (this.#away !== null) return
    this.#away = Promise.withResolvers<never>()
    this.#away.promise.catch(() => {})
  }

  async #markPrimary(): Promise<void> {
    const at = performance.now()
    const { written } = await one<{ written: string | null }>(
      this.#primary,
      'platform.db.primary_position',
      `select ${primaryPosition} as written`,
    )
    const position = readPosition(written)
    if (position === null) return
    if (!this.#recorded.has(position.timeline)) {
      await run(
        this.#primary,
        'platform.db.record_timeline',
        `insert into log_timeline (system, timeline)
         select system_identifier, $1 from pg_control_system() on conflict do nothing`,
        [position.timeline],
      )
      this.#recorded.add(position.timeline)
    }
    this.#marks.add(at, position)
  }

  #leave(): void {
    this.#away?.reject(new NotThere('away'))
    this.#away = null
  }
}

type Seen = { place: string | null; timelines: number[] }

/** The replayed position is null on a primary, because a promoted server still returns its last one. */
const question = {
  name: 'platform.db.replayed_position',
  text: `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place,
                array(select timeline from log_timeline
                       where system = (select system_identifier from pg_control_system())) as timelines`,
}

const readSeen = (seen: Seen | undefined): Replayed | null =>
  seen?.place ? { timelines: seen.timelines, place: readPlace(seen.place) } : null
