/** English words that no sentence in Indonesian has. */
const english =
  /\b(error|unknown|required|must|missing|invalid|the|is|are|was|were|it|its|not|of|got|did|choices|default|expected|cannot|allowed|with|without|and|or|by|from|to|for|which|that|this|has|have|only|already|there|usage|options?|arguments?|commands?|display|example|if)\b/i

/**
 * The first English word of a text for staff. What it quotes is left out, as are addresses, options and
 * placeholders.
 */
export const englishOf = (text: string): string | undefined =>
  english.exec(
    text.replaceAll(/'[\s\S]*?'(?=[ .,\n)]|$)|"[^"]*"|“[^”]*”|\S+@\S+|--[a-z-]+|<[^>]*>|\[[^\]]*\]/g, ''),
  )?.[0]
