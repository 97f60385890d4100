import { createHash } from 'node:crypto'

/**
 * A signed agreement in an archive, for a world in which nobody signed: its hash is of its name, there is no file.
 */
export const archived = (reference: string): { reference: string; sha256: string } => ({
  reference,
  sha256: createHash('sha256').update(reference).digest('hex'),
})
