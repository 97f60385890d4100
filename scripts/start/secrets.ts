import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import { errorCode, parseRecord } from '../../server/database/index.ts'

/**
 * Secrets shared by the processes, generated once for a data folder. The fields have the names of the environment
 * variables.
 */
export interface Secrets {
  ESIGN_API_KEY: string
  ESIGN_CALLBACK_SECRET: string
  SANDBOX_SMS_KEY: string
  XIGNATURE_API_KEY: string
  PRIVY_MERCHANT_KEY: string
  PRIVY_PASSWORD: string
  PRIVY_ENTERPRISE_TOKEN: string
}

/**
 * The secrets of a data folder: read from its `secrets.json` (readable by the owner only); missing ones are generated
 * from 256 random bits and stored. A crash in between leaves the old file or the new one, never a partial one.
 * @throws when the file exists and is not one of ours
 */
export function keepSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  const known = readKnown(file)
  const kept = (name: keyof Secrets): string => {
    const value = known[name]
    return typeof value === 'string' ? value : randomBytes(32).toString('base64url')
  }
  const secrets: Secrets = {
    ESIGN_API_KEY: kept('ESIGN_API_KEY'),
    ESIGN_CALLBACK_SECRET: kept('ESIGN_CALLBACK_SECRET'),
    SANDBOX_SMS_KEY: kept('SANDBOX_SMS_KEY'),
    XIGNATURE_API_KEY: kept('XIGNATURE_API_KEY'),
    PRIVY_MERCHANT_KEY: kept('PRIVY_MERCHANT_KEY'),
    PRIVY_PASSWORD: kept('PRIVY_PASSWORD'),
    PRIVY_ENTERPRISE_TOKEN: kept('PRIVY_ENTERPRISE_TOKEN'),
  }
  const all = { ...known, ...secrets }
  if (JSON.stringify(all) === JSON.stringify(known)) return secrets
  writePrivately(file, all)
  return secrets
}

/** Writes a file that only its owner may read. A crash leaves the old file or the new one, never a partial one. */
export function writePrivately(file: string, content: object): void {
  writeTextPrivately(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** Writes a text file that only its owner may read. A crash leaves the old file or the new one, never a partial one. */
export function writeTextPrivately(file: string, text: string): void {
  const draft = `${file}.draft`
  const fd = openSync(draft, 'w', 0o600)
  try {
    chmodSync(draft, 0o600)
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(draft, file)
}

function readKnown(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {}
    throw error
  }
  try {
    return parseRecord(text)
  } catch {
    throw new Error(
      `${file} cannot be read as JSON; put back the right one, or move it away to get new secrets`,
    )
  }
}
