/** A text without this character at its end, however often; an expression such as /0+$/ takes quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let kept = text
  while (kept.endsWith(character)) kept = kept.slice(0, -1)
  return kept
}
