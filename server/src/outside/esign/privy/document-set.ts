// Privy has a token per document, the app one per set. The app's token encodes the names and Privy tokens of the set.

/**
 * Encodes the tokens of a set.
 * @param tokens Privy's tokens by file name, the main document first
 */
export const writeSet = (tokens: ReadonlyMap<string, string>): string =>
  new URLSearchParams([...tokens]).toString()

/** Decodes Privy's tokens by file name, the main document first. */
export const readSet = (docToken: string): ReadonlyMap<string, string> =>
  new Map(new URLSearchParams(docToken))
