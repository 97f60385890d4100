import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'

/** The error for an unusable key file; its message contains no secret. */
export class KeyFault extends Error {}

/** One line of a key file: its fields, and the secret of at least 32 bytes. */
export type KeyLine = { fields: string[]; secret: Buffer }

export const keyId = /^[\w.-]{1,40}$/

/**
 * Reads a key file: one key per line, fields separated by spaces, the secret (base64) last, `#` for comments. Only its
 * owner and group may have read access.
 * @param setting the setting that names the file, for error messages
 * @throws KeyFault
 */
export function readKeyFile(setting: string, file: string, fieldCount: number): KeyLine[] {
  const lines = readPrivate(setting, file).split('\n')
  const keys = lines.flatMap((line, place): KeyLine[] => {
    const parts = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    if (parts.length === 1 && parts[0] === '') return []
    const fault = (what: string) => new KeyFault(`${setting}: line ${place + 1} of ${file} ${what}.`)
    if (parts.length !== fieldCount + 1) throw fault(`has not ${fieldCount + 1} fields`)
    const fields = parts.slice(0, fieldCount)
    if (!keyId.test(fields[0] ?? ''))
      throw fault('begins with no id of a key (letters, digits, . _ -, 40 at most)')
    const text = parts[fieldCount] ?? ''
    const secret = Buffer.from(text, 'base64')
    if (!/^[A-Za-z0-9+/_-]+=*$/.test(text) || secret.length < 32)
      throw fault('ends with no secret of at least 32 bytes in base64')
    return [{ fields, secret }]
  })
  const ids = keys.map(({ fields }) => fields[0])
  const twice = ids.find((id, place) => ids.indexOf(id) !== place)
  if (twice !== undefined) throw new KeyFault(`${setting}: ${file} names the key ${twice} twice.`)
  if (keys.length === 0) throw new KeyFault(`${setting}: ${file} holds no key.`)
  return keys
}

function readPrivate(setting: string, file: string): string {
  let text: string
  let mode: number
  try {
    mode = statSync(file).mode
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new KeyFault(`${setting}: ${file} cannot be read.`, { cause: error })
  }
  if ((mode & 0o007) !== 0)
    throw new KeyFault(`${setting}: every user of this machine may read or write ${file}: chmod 600 it.`)
  return text
}

/** Appends a key of 256 random bits; a new file is created with access for its owner only. */
export function appendKey(file: string, fields: readonly string[], comment: string): void {
  const fd = openSync(file, 'a', 0o600)
  try {
    writeSync(fd, `# ${comment}\n${fields.join(' ')} ${randomBytes(32).toString('base64')}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
