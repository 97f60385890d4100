const quote = 0x22
const backslash = 0x5c
/** JSON white space: space, line feed, carriage return, tab (RFC 8259, section 2). */
const isWhite = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * The body as it is signed: its bytes without white space outside strings. Parsing and printing it would change long
 * numbers, escapes and key order. Invalid JSON is minified too; the parser rejects it later.
 */
export function minify(body: Uint8Array): Buffer {
  const kept = Buffer.allocUnsafe(body.length)
  let length = 0
  let inString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number
    if (!inString && isWhite(byte)) continue
    kept[length++] = byte
    if (byte === quote) inString = !inString
    else if (inString && byte === backslash && at + 1 < body.length) {
      at += 1
      kept[length++] = body[at] as number
    }
  }
  return kept.subarray(0, length)
}
