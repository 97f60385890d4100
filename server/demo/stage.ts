import type pg from 'pg'
import type { Context } from '../src/context.ts'
import { Database, many, one, type Statement } from '../src/platform/db/database.ts'
import type { PasswordHasher } from '../src/platform/password-hasher.ts'
import { uuidsAt } from '../src/platform/random.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** A context with adjustable database time, so that past events are booked on their own days. */
export type Stage = {
  context: Context
  /**
   * Sets the time to this hour of the day in Jakarta, ten in the morning by default; a future time becomes the present.
   */
  goTo: (day: BusinessDate, hour?: number) => void
  close: () => Promise<void>
}

/**
 * All commands write in transactions. A query outside a transaction that does not read the time needs no time shift.
 */
class StageDatabase extends Database {
  readonly #present: Database

  constructor(present: Database, timeShift: () => string | undefined) {
    super({ ...present.options, timeShift, madeAgain: true })
    this.#present = present
  }

  override query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    return /app_now|app_clock/.test(statement.text)
      ? super.query<Row>(statement)
      : this.#present.query<Row>(statement)
  }
}

/**
 * Opens a stage with its own connections. Time only moves forward, starting at the newest entry of the audit trail, so
 * that a later start continues after everything done meanwhile. Ids, which contain the day, use the same time.
 */
export async function openStage(context: Context): Promise<Stage> {
  const { clock, db } = context
  const now = () => clock.now().getTime()
  const { present } = await one<{ present: Date }>(db, 'demo.present', 'select app_now() as present')
  const presentAhead = present.getTime() - now()
  const last = await lastBooked(db)
  let ahead = presentAhead
  const timeShift = () => (ahead === presentAhead ? db.options.timeShift?.() : `${ahead} milliseconds`)
  const stageDb = new StageDatabase(db, timeShift)
  const uuid = uuidsAt(() => now() + ahead)
  return {
    context: {
      ...context,
      db: stageDb,
      random: { ...context.random, uuid },
      passwords: rememberingHasher(context.passwords),
    },
    goTo(day, hour = 10) {
      const at = Math.max(Date.parse(`${day}T${hour}:00:00+07:00`), last)
      ahead = Math.min(at - now(), presentAhead)
    },
    close: () => stageDb.close(),
  }
}

/**
 * Hashes a password once, and checks it once against each hash: all people of the demo have the same one, which is no
 * secret, and prove it some forty times.
 */
function rememberingHasher(hasher: PasswordHasher): PasswordHasher {
  const hashes = new Map<string, Promise<string>>()
  const checks = new Map<string, Promise<boolean>>()
  const remember = <Value>(of: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) => {
    const known = of.get(key) ?? make()
    of.set(key, known)
    return known
  }
  return {
    ...hasher,
    hash: (password, who) => remember(hashes, password, () => hasher.hash(password, who)),
    verify: (stored, password, who) =>
      remember(checks, `${stored} ${password}`, () => hasher.verify(stored, password, who)),
  }
}

/** The time of the last write in milliseconds, from the audit trail, where every command leaves an entry. */
async function lastBooked(db: Database): Promise<number> {
  const rows = await many<{ id: string; at: Date }>(
    db,
    'demo.last',
    'select id, at from audit_event order by id desc limit 1',
  )
  return Math.max(0, ...rows.map(({ id, at }) => Math.max(at.getTime(), timeOf(id))))
}

/** The milliseconds at the start of a time-ordered uuid. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
