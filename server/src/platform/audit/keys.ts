import { hkdfSync } from 'node:crypto'
import { appendKey, KeyFault, keyId, readKeyFile } from '../keys/key-file.ts'

/** A key of the audit trail. It seals the rows from number `from` up to the first row of the next key. */
export type AuditKey = { id: string; from: number; link: Buffer; anchor: Buffer }

/** Keys of the audit trail, ordered by their first rows. Rows before the first key are sealed without one. */
export type AuditKeys = readonly AuditKey[]

/**
 * Returns the current keys, or null if no key file is configured. The file is read each time, so an added key applies
 * at once.
 */
export type AuditKeySource = () => AuditKeys | null

const setting = 'AUDIT_KEY_FILE'

/**
 * Reads the keys of the audit trail: `id first-row secret`, one per line. The first row is stored beside the secret,
 * outside the database, so that an attacker with access to the database cannot change it.
 * @throws KeyFault
 */
export function readAuditKeys(file: string): AuditKeys {
  const keys = readKeyFile(setting, file, 2).map(({ fields: [id = '', first = ''], secret }) => {
    if (!/^[1-9]\d{0,14}$/.test(first))
      throw new KeyFault(`${setting}: ${file} names no first row for the key ${id}.`)
    return { id, from: Number(first), link: derive(secret, 'link'), anchor: derive(secret, 'anchor') }
  })
  for (const [place, key] of keys.entries()) {
    const before = keys[place - 1]
    if (before && key.from <= before.from)
      throw new KeyFault(`${setting}: the key ${key.id} does not begin behind the key ${before.id}.`)
  }
  return keys
}

export const auditKeysOf = (file: string | null): AuditKeySource =>
  file === null ? () => null : () => readAuditKeys(file)

export const keyOf = (keys: AuditKeys | null, seq: number): AuditKey | undefined =>
  keys?.findLast(({ from }) => from <= seq)

/**
 * Appends a key to the file.
 * @throws KeyFault if the id is malformed.
 */
export function addAuditKey(file: string, id: string, from: number): void {
  if (!keyId.test(id)) throw new KeyFault(`${id} is no id of a key: letters, digits, . _ -, 40 at most.`)
  appendKey(file, [id, String(from)], `Key of the audit trail ${id}, in use from row ${from} on`)
}

const derive = (secret: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `pematang audit ${use} 1`, 32))
