/**
 * Prepares text that people typed (names, purposes) for a contract: one line, composed letters, and none of the
 * invisible characters that make a name look different from its stored form (controls, direction marks, zero width).
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim()
}

/** Applies `cleanText` to every text inside a value made of plain objects and arrays. */
export function cleanAll<Value>(value: Value): Value {
  if (typeof value === 'string') return cleanText(value) as Value
  if (Array.isArray(value)) return value.map(cleanAll) as Value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanAll(part)])) as Value
}
