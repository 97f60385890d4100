import { Refusal } from '../refusal.ts'

/**
 * A place in a list of partners, opaque to the reader. Whoever reads it checks against the database that the place is
 * there and the caller's, so it needs no signature.
 * @param list the name of the list, so that the cursor of another one is refused
 */
export const writeCursor = (list: string, place: readonly (string | number)[]): string =>
  Buffer.from([list, ...place].join(' ')).toString('base64url')

/**
 * The place that a cursor names, in as many parts as `writeCursor` was given.
 * @throws Refusal CURSOR_UNKNOWN if it was not made for this list
 */
export function readCursor(list: string, cursor: string, parts: number): string[] {
  const [name, ...place] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (name !== list || place.length !== parts || writeCursor(list, place) !== cursor)
    throw new Refusal('CURSOR_UNKNOWN')
  return place
}

/**
 * The id of the row after which a list goes on, from a cursor that was written with it alone.
 * @throws Refusal CURSOR_UNKNOWN
 */
export function readIdCursor(list: string, cursor: string): string {
  const [id = ''] = readCursor(list, cursor, 1)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Refusal('CURSOR_UNKNOWN')
  return id
}
