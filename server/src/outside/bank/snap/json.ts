import { hasKeyTwice } from '../../../platform/text/json-keys.ts'
import { SnapRefusal } from './response-codes.ts'

/** JSON whose numbers are kept as strings of their digits, because a number cannot represent 20 digits exactly. */
export type RawJson = string | boolean | null | RawJson[] | { [name: string]: RawJson }

type Source = { source?: string }

/**
 * Reads the body of a call: one JSON object in UTF-8 without duplicate keys.
 * @throws SnapRefusal BAD_REQUEST otherwise.
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
