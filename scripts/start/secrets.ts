import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Secrets shared by the processes, made once for a data folder. Named as in the environment. */
const NAMES = ['ESIGN_API_KEY', 'ESIGN_CALLBACK_SECRET'] as const

export type Secrets = Record<(typeof NAMES)[number], string>

/**
 * The secrets of a data folder: read from its `secrets.json` (readable by the owner only), with those that are
 * missing made of 256 random bits and kept. A crash in between leaves the old file or the new one, never a half.
 *
 * @throws when the file exists and is not what we wrote
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  const known = readKnown(file)
  const missing = NAMES.filter((name) => typeof known[name] !== 'string')
  if (missing.length === 0) return known as Secrets
  const all = { ...known }
  for (const name of missing) all[name] = randomBytes(32).toString('base64url')
  const draft = `${file}.draft`
  const fd = openSync(draft, 'w', 0o600)
  try {
    chmodSync(draft, 0o600)
    writeSync(fd, `${JSON.stringify(all, null, 2)}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(draft, file)
  return all as Secrets
}

function readKnown(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Error(
      `${file} cannot be read as JSON; put back the right one, or move it away to get new secrets`,
    )
  }
}
