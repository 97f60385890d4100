import type { Queryable } from '../src/platform/db/database.ts'

/** Records the names of the statements that are sent through a connection. */
export function recorded(db: Queryable): { db: Queryable; names: string[] } {
  const names: string[] = []
  return {
    names,
    db: {
      query(statement) {
        names.push(statement.name ?? '')
        return db.query(statement)
      },
    },
  }
}
