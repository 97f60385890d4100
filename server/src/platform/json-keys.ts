/** A text in JSON: unrolled, so that a long one is read in one go. */
const texts = /"[^"\\]*(?:\\.[^"\\]*)*"/g

/**
 * Whether some object of a JSON text names a key twice. JSON.parse takes the last of them and other readers the first,
 * so that such a text says one thing to whoever checks it and another to whoever acts on it. In JSON a colon outside of
 * texts stands for one key; of keys that come twice the value has one.
 * @param text valid JSON
 * @param value what JSON.parse made of it
 */
export function hasKeyTwice(text: string, value: unknown): boolean {
  let written = 0
  const bare = text.replace(texts, '')
  for (let at = bare.indexOf(':'); at >= 0; at = bare.indexOf(':', at + 1)) written += 1
  return written !== countKeys(value)
}

/** Without recursion: a text of brackets alone is deeper than the stack. */
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
