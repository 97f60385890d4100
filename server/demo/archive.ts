import { createHash } from 'node:crypto'

/**
 * A reference to a signed agreement in an archive, for demo loans that nobody signed: the hash is that of its name, and
 * there is no file.
 */
export const archived = (reference: string): { reference: string; sha256: string } => ({
  reference,
  sha256: createHash('sha256').update(reference).digest('hex'),
})
