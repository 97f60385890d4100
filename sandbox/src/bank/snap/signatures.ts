import {
  createHash,
  createHmac,
  createSign,
  createVerify,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'

/** The input of the symmetric signature. */
export type SignedCall = { path: string; token: string; body: Buffer; timestamp: string }

/** Matches JSON strings, which are kept, and white space between tokens, which is removed. */
const pieces = /("(?:[^"\\]|\\.)*"?)|[ \t\r\n]+/gs

/** The bytes of a body that its signature covers; Latin-1 maps each byte to one character. */
const minify = (body: Buffer): Buffer => Buffer.from(body.toString('latin1').replace(pieces, '$1'), 'latin1')

/** HMAC-SHA512 in Base64. */
export const signText = (secret: string, text: string): string =>
  createHmac('sha512', secret).update(text).digest('base64')

/** X-SIGNATURE of every call except the token request. All calls here are POST. */
export function signCall(secret: string, { path, token, body, timestamp }: SignedCall): string {
  const hash = createHash('sha256').update(minify(body)).digest('hex')
  return signText(secret, `POST:${path}:${token}:${hash}:${timestamp}`)
}

/** Whether this secret made the signature. */
export function isSignedWith(secret: string, call: SignedCall, signature: string): boolean {
  const expected = Buffer.from(signCall(secret, call))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** X-SIGNATURE of the token request: SHA256withRSA in Base64. */
export const signTokenCall = (key: KeyObject, clientKey: string, timestamp: string): string =>
  createSign('RSA-SHA256').update(`${clientKey}|${timestamp}`).sign(key, 'base64')

export const isTokenCallSigned = (
  key: KeyObject,
  clientKey: string,
  timestamp: string,
  signature: string,
): boolean => createVerify('RSA-SHA256').update(`${clientKey}|${timestamp}`).verify(key, signature, 'base64')
