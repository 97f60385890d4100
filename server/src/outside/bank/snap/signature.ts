import {
  createHash,
  createHmac,
  createSign,
  createVerify,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { minify } from './minify.ts'

export type SignedCall = {
  method: string
  /** Path of the call, without origin and query. */
  path: string
  accessToken: string
  /** The raw body as sent. */
  body: Uint8Array
  timestamp: string
}

/** METHOD:path:token:lowercase(hex(sha256(minified body))):timestamp */
export const stringToSign = ({ method, path, accessToken, body, timestamp }: SignedCall): string =>
  `${method}:${path}:${accessToken}:${createHash('sha256').update(minify(body)).digest('hex')}:${timestamp}`

/** X-SIGNATURE of every call except the token request: Base64(HMAC-SHA512). */
export const signCall = (clientSecret: string, text: string): string =>
  createHmac('sha512', clientSecret).update(text).digest('base64')

/** Whether one of the secrets made this signature, case-sensitive and in constant time. */
export function verifyCall(clientSecrets: readonly string[], text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  let genuine = false
  for (const secret of clientSecrets) {
    const expected = Buffer.from(signCall(secret, text))
    if (given.length === expected.length && timingSafeEqual(given, expected)) genuine = true
  }
  return genuine
}

const tokenText = (clientKey: string, timestamp: string): string => `${clientKey}|${timestamp}`

/** X-SIGNATURE of the call for a token (service 73): Base64(SHA256withRSA(clientKey|timestamp)). */
export const signTokenRequest = (privateKey: KeyObject, clientKey: string, timestamp: string): string =>
  createSign('RSA-SHA256').update(tokenText(clientKey, timestamp)).sign(privateKey, 'base64')

/** Canonical Base64 only; Node would accept other encodings of the same bytes. */
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Whether one of the keys signed this token request. */
export function verifyTokenRequest(
  publicKeys: readonly KeyObject[],
  clientKey: string,
  timestamp: string,
  signature: string,
): boolean {
  if (signature.length > 2_048 || !base64.test(signature)) return false
  return publicKeys.some((key) =>
    createVerify('RSA-SHA256').update(tokenText(clientKey, timestamp)).verify(key, signature, 'base64'),
  )
}
