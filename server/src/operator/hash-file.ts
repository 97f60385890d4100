import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command.ts'

/**
 * The hexadecimal SHA-256 of a file.
 * @throws CommandError if it cannot be read
 */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch(() => {
    throw new CommandError(`Tidak ada berkas ${path}.`)
  })
  return hash.digest('hex')
}
