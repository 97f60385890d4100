import { maybe, type Queryable } from '../../platform/db/database.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A place in the events: the number of the last one that was read, and its id, which nobody can guess. */
export type EventPlace = { no: number; id: string }

export const formatPlace = ({ no, id }: EventPlace): string => writeCursor('events', [no, id])

/**
 * The number after which to read on. The event of the cursor must be there, with its id: after a restore to an earlier moment a
 * number that was given out since has another id, or is not there.
 * @param lenderId whose events it must be of; null for those of all
 * @throws Refusal CURSOR_UNKNOWN for one that is made up or of another lender, CURSOR_OUTDATED from before a restore
 */
export async function numberAfter(
  db: Queryable,
  cursor: string | undefined,
  lenderId: number | null,
): Promise<number> {
  if (cursor === undefined) return 0
  const [no = '', id = ''] = readCursor('events', cursor, 2)
  if (!/^[1-9]\d{0,14}$/.test(no)) throw new Refusal('CURSOR_UNKNOWN')
  const found = await maybe<{ id: string; lenderId: number }>(
    db,
    'reports.events.of_cursor',
    'select id, lender_id as "lenderId" from event where no = $1',
    [no],
  )
  if (!found || found.id !== id) throw new Refusal('CURSOR_OUTDATED')
  if (lenderId !== null && found.lenderId !== lenderId) throw new Refusal('CURSOR_UNKNOWN')
  return Number(no)
}
