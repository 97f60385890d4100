import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod'
import type { Queryable } from '../db/database.ts'
import type { ChainBreach } from './chain.ts'
import { type AuditKey, type AuditKeys, keyOf } from './keys.ts'
import { readRetired } from './retired.ts'

const anchorSchema = z.strictObject({
  at: z.iso.datetime(),
  /** The number of the last row of the chain at that time, and its link hash. */
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The id of the key with which the row was sealed, and the public key that verifies the signature. */
  key: z.string(),
  publicKey: z.string(),
  signature: z.string(),
})

/**
 * The signed head of the audit trail's hash chain at one time, stored where someone with write access to the database
 * cannot change it.
 */
export type Anchor = z.infer<typeof anchorSchema>

type Unsigned = Omit<Anchor, 'signature'>

const signed = ({ at, seq, hash, key, publicKey }: Unsigned): Buffer =>
  Buffer.from(JSON.stringify(['pematang audit anchor 1', at, seq, hash, key, publicKey]))

/** The DER prefix of an Ed25519 private key in PKCS #8; the 32 bytes of the key follow (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = ({ anchor }: AuditKey): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Head, anchor]), format: 'der', type: 'pkcs8' })

/** The public half of the key that anchors are signed with, SPKI in base64. */
export const anchorPublicKey = (key: AuditKey): string =>
  createPublicKey(signingKey(key)).export({ format: 'der', type: 'spki' }).toString('base64')

export function signAnchor(key: AuditKey, head: { at: Date; seq: number; hash: Buffer }): Anchor {
  const unsigned: Unsigned = {
    at: head.at.toISOString(),
    seq: head.seq,
    hash: head.hash.toString('hex'),
    key: key.id,
    publicKey: anchorPublicKey(key),
  }
  return { ...unsigned, signature: sign(null, signed(unsigned), signingKey(key)).toString('base64') }
}

/** The invariant that `compareAnchors` checks. */
export const anchorInvariant = {
  id: 'I24d',
  holds: 'the audit trail is the one of which the head was signed: nothing was cut off its end or rewritten',
} as const

export type AnchorReport = {
  breaches: ChainBreach[]
  anchors: number
  /** The newest anchor that was compared. */
  newest: Anchor | null
  /** Whether the signatures were checked; without the keys only the hashes are compared. */
  verified: boolean
}

type Placed = { line: number; anchor: Anchor }

/**
 * Compares the chain with a file of signed heads (anchors), one per line. The row that an anchor names must exist and
 * have its hash, unless it was retired.
 */
export async function compareAnchors(
  db: Pick<Queryable, 'query'>,
  lines: readonly string[],
  keys: AuditKeys | null,
): Promise<AnchorReport> {
  const breaches: ChainBreach[] = []
  const broken = (line: number, why: string, anchor: Anchor | null) =>
    breaches.push({
      invariant: anchorInvariant.id,
      holds: anchorInvariant.holds,
      row: { line, ...(anchor && { seq: anchor.seq, signedAt: anchor.at }), why },
    })
  const placed: Placed[] = []
  for (const [place, text] of lines.entries()) {
    if (text.trim() === '') continue
    const anchor = readAnchor(text)
    const fault = anchor === null ? 'it is no anchor' : keys && signatureFault(anchor, keys)
    if (anchor === null || fault) broken(place + 1, fault ?? '', anchor)
    else placed.push({ line: place + 1, anchor })
  }
  const faultInChain = await chainOf(db, placed)
  for (const { line, anchor } of placed) {
    const fault = faultInChain(anchor)
    if (fault) broken(line, fault, anchor)
  }
  const newest = placed.reduce<Anchor | null>(
    (last, { anchor }) => (last === null || anchor.at > last.at ? anchor : last),
    null,
  )
  return { breaches, anchors: placed.length, newest, verified: keys !== null }
}

/** Returns a function that describes how the chain contradicts an anchor, or returns null if it agrees. */
async function chainOf(
  db: Pick<Queryable, 'query'>,
  placed: readonly Placed[],
): Promise<(anchor: Anchor) => string | null> {
  const { rows } = await db.query<{ seq: number; hash: string }>({
    text: `select seq, encode(hash, 'hex') as hash from audit_seal where seq = any($1::bigint[])`,
    values: [placed.map(({ anchor }) => anchor.seq)],
  })
  const last = await db.query<{ seq: number | null }>({ text: 'select max(seq) as seq from audit_seal' })
  const end = last.rows[0]?.seq ?? 0
  const retired = await readRetired(db)
  const hashes = new Map([...retired.links.values()].map(({ seq, hash }) => [seq, hash.toString('hex')]))
  for (const { seq, hash } of rows) hashes.set(seq, hash)
  return ({ seq, hash: signedHash }) => {
    const hash = hashes.get(seq)
    if (hash === signedHash) return null
    if (hash !== undefined) return `row ${seq} has another link: what came up to it was rewritten`
    if (seq <= retired.lastSeq) return null
    if (seq <= end) return `row ${seq} is missing`
    return `the chain ends at row ${end}: ${seq - end} rows or more were cut off its end`
  }
}

/** Reads a line of a file of anchors; null if it is none. */
export function readAnchor(text: string): Anchor | null {
  try {
    return anchorSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function signatureFault(anchor: Anchor, keys: AuditKeys): string | null {
  const key = keyOf(keys, anchor.seq)
  if (key?.id !== anchor.key)
    return `it is signed with the key ${anchor.key}, where AUDIT_KEY_FILE says ${key?.id ?? 'none'}`
  const good =
    anchor.publicKey === anchorPublicKey(key) &&
    verify(null, signed(anchor), createPublicKey(signingKey(key)), Buffer.from(anchor.signature, 'base64'))
  return good ? null : 'its signature is not ours'
}
