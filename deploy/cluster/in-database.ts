import { Database } from '../../server/src/platform/db/database.ts'

/** Opens a database for some statements. */
export async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({ url, size: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
