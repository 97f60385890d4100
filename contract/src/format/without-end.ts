/** A text without this character at its end, however often; an expression such as /0+$/ takes quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let length = text.length
  while (length > 0 && text[length - 1] === character) length -= 1
  return text.slice(0, length)
}
