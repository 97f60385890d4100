/**
 * Whether the bank's account name matches the registered one. Banks write capitals, drop punctuation and truncate, so
 * either may be a prefix of the other.
 */
export function isSameName(atBank: string, registered: string): boolean {
  const [a, b] = [letters(atBank), letters(registered)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ]
  return a === b || (a.length >= 10 && b.startsWith(a))
}

const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
