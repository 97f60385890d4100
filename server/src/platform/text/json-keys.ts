/** Matches a JSON string; the expression is unrolled for speed, and one without an end reaches to the end of the text. */
const texts = /"[^"\\]*(?:\\(?:[^]|$)[^"\\]*)*(?:"|$)/g

/**
 * Whether an object in a JSON text has a duplicate key. JSON.parse takes the last one and other parsers the first, so
 * parsers would read different content. Compares the colons outside of strings with the number of parsed keys.
 * @param text valid JSON
 * @param value the result of JSON.parse
 */
export function hasKeyTwice(text: string, value: unknown): boolean {
  let written = 0
  const bare = text.replace(texts, '')
  for (let at = bare.indexOf(':'); at >= 0; at = bare.indexOf(':', at + 1)) written += 1
  return written !== countKeys(value)
}

/**
 * Whether a JSON text has a number with a fraction, an exponent or minus zero. For an amount of money that is a
 * mistake, and parsers treat it differently.
 * @param text valid JSON
 */
export const hasOddNumber = (text: string): boolean => /\d[.eE]|-0/.test(text.replace(texts, ''))

/** Counts all keys without recursion, because deep nesting would overflow the stack. */
function countKeys(value: unknown): number {
  let count = 0
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    if (!Array.isArray(one)) count += inner.length
    for (const part of inner) left.push(part)
  }
  return count
}
