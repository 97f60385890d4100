/** The most words that all pages may have together. A page that grows takes words from another. */
const mostWords = 35_000

/** What stands between the cells of a table is no word. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((one) => /[\p{L}\p{N}]/u.test(one)).length

/** Says that the pages have too many words in all, naming the longest; null if they have not. */
export function lengthFault(texts: ReadonlyMap<string, string>, most = mostWords): string | null {
  const counts = [...texts].map(([page, text]) => ({ page, words: wordsIn(text) }))
  const sum = counts.reduce((all, { words }) => all + words, 0)
  if (sum <= most) return null
  const longest = counts.toSorted((one, other) => other.words - one.words).slice(0, 5)
  const named = longest.map(({ page, words }) => `${page} ${words}`).join(', ')
  return `all pages have ${sum} words, at most ${most} are allowed; the longest: ${named}`
}
