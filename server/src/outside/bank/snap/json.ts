import { hasKeyTwice } from '../../../platform/json-keys.ts'
import { SnapRefusal } from './answers.ts'

/** JSON whose numbers are the digits as they were written, because 20 of them fit in no number. */
export type RawJson = string | boolean | null | RawJson[] | { [name: string]: RawJson }

type Source = { source?: string }

/**
 * Reads the body of a call: one JSON object in UTF-8 that names no key twice.
 * @throws SnapRefusal BAD_REQUEST where it is none.
 */
export function readBody(body: Uint8Array): { [name: string]: RawJson } {
  let value: RawJson
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    value = JSON.parse(text, ((_: string, read: unknown, context: Source) =>
      typeof read === 'number' ? (context.source ?? String(read)) : read) as (
      this: unknown,
      key: string,
      value: unknown,
    ) => unknown) as RawJson
    if (hasKeyTwice(text, value)) throw new SyntaxError('a key comes twice')
  } catch {
    throw new SnapRefusal('BAD_REQUEST')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new SnapRefusal('BAD_REQUEST')
  return value
}
