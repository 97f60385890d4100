import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, Attestation } from '@pematang/contract/webauthn'

/** How an authenticator, its browser or its user misbehaves. */
export type Misbehaviour = {
  /** The page that asks, as the browser says. */
  origin?: string
  rpId?: string
  /** Whether the device has checked who uses it. */
  isVerified?: boolean
  /** The count that it signs with, instead of the next one. */
  counter?: number
}

export type Authenticator = {
  id: string
  /** Makes a passkey for a challenge, as `navigator.credentials.create` does. */
  create(challenge: string, wrong?: Misbehaviour): Attestation
  /** Signs a challenge, as `navigator.credentials.get` does. */
  get(challenge: string, wrong?: Misbehaviour): Assertion
  /** Another device with the same key and count. */
  clone(): Authenticator
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** An authenticator with one passkey (ES256), as WebAuthn describes it: nothing of its verification is replaced. */
export function makeAuthenticator(origin: string, known?: Known): Authenticator {
  const key = known ?? {
    id: randomBytes(32),
    ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    count: 0,
  }
  let { count } = key
  const clientData = (type: string, challenge: string, said: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: said, crossOrigin: false }))
  const authenticatorData = (
    { rpId = new URL(origin).hostname, isVerified = true, counter }: Misbehaviour,
    credential: Buffer | null,
  ): Buffer => {
    count = counter ?? count + 1
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (credential ? 0x40 : 0)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, credential ?? Buffer.alloc(0)])
  }
  const id = base64url(key.id)
  return {
    id,
    create(challenge, wrong = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(key.id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey(key.publicKey)])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authenticatorData(wrong, credential))],
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong.origin ?? origin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    get(challenge, wrong = {}) {
      const data = authenticatorData(wrong, null)
      const client = clientData('webauthn.get', challenge, wrong.origin ?? origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    clone: () => makeAuthenticator(origin, { ...key, count }),
  }
}

type Known = { id: Buffer; publicKey: KeyObject; privateKey: KeyObject; count: number }

/** A public key on P-256 as a COSE key (RFC 9053, section 7.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    // kty EC2, alg ES256, crv P-256.
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...[Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    ...[Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** The head of a CBOR item (RFC 8949, section 3). */
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
