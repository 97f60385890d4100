const quote = 0x22
const backslash = 0x5c
/** Space, tab, line feed, carriage return: the white space of JSON (RFC 8259, section 2). */
const isWhite = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * A body as its signature covers it: the bytes as they came without the white space outside strings. It is never
 * parsed and printed again, which would change long numbers, escapes and the order of names. What is no JSON comes
 * back without its white space too; that it is none is found later, by whoever reads it.
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
