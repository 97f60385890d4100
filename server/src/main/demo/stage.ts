import type pg from 'pg'
import type { Context } from '../../context.ts'
import { Database, many, one, type Statement } from '../../platform/db/database.ts'
import { uuidsAt } from '../../platform/random.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'

/** A context whose time in the database can be moved, so that what is told of a day is also booked on it. */
export type Stage = {
  context: Context
  /** From here on it is this hour of the day in Jakarta, ten in the morning by default; for what is to come, the present. */
  goTo: (day: BusinessDate, hour?: number) => void
  close: () => Promise<void>
}

/** All verbs write in transactions; a question outside one that does not ask for the time needs none to be set. */
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
 * Opens a stage with connections of its own. Time only goes forward: nothing is booked before what the books say
 * already, so that a later start goes on behind whatever was done meanwhile. The numbers that people see carry a day
 * too, so ids are of the same time.
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
    context: { ...context, db: stageDb, random: { ...context.random, uuid } },
    goTo(day, hour = 10) {
      const at = Math.max(Date.parse(`${day}T${hour}:00:00+07:00`), last)
      ahead = Math.min(at - now(), presentAhead)
    },
    close: () => stageDb.close(),
  }
}

/** When anything was written last, in milliseconds: every verb leaves a trace in the audit trail. */
async function lastBooked(db: Database): Promise<number> {
  const rows = await many<{ id: string; at: Date }>(
    db,
    'demo.last',
    'select id, at from audit_event order by id desc limit 1',
  )
  return Math.max(0, ...rows.map(({ id, at }) => Math.max(at.getTime(), timeOf(id))))
}

/** The milliseconds that a time-ordered uuid begins with. */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
