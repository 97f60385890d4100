// Privy has a token per document; the app has one per set, which encodes the names and tokens of all its documents.

/** @param tokens Privy's tokens by file name, the main document first */
export const writeSet = (tokens: ReadonlyMap<string, string>): string =>
  new URLSearchParams([...tokens]).toString()

/** Privy's tokens by file name, the main document first. */
export const readSet = (docToken: string): ReadonlyMap<string, string> =>
  new Map(new URLSearchParams(docToken))
