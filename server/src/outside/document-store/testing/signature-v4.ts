import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type TestKeys = { accessKeyId: string; secretAccessKey: string; region: string }

/** The longest difference between the time of a signature and now, milliseconds, as S3 has it. */
const skewMs = 15 * 60_000

const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Verifies a request as S3 does (Signature Version 4, header form, signed payload); written from AWS's description, not
 * with the library that signs.
 * @returns the error code of S3, or null if the request is genuine
 */
export function signatureFault(request: IncomingMessage, body: Buffer, keys: TestKeys): string | null {
  const { headers } = request
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!header) return 'AccessDenied'
  const [, credential = '', signedHeaders = '', signature = ''] = header
  const [id, day = '', region, service, end] = credential.split('/')
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region || service !== 's3' || end !== 'aws4_request')
    return 'AuthorizationHeaderMalformed'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied'
  const at = String(headers['x-amz-date'])
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!at.startsWith(day) || !(Math.abs(time - Date.now()) <= skewMs)) return 'RequestTimeTooSkewed'
  const content = String(headers['x-amz-content-sha256'])
  if (content !== hash(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = [...canonicalLines(request, names), '', signedHeaders, content].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secretAccessKey}`, day), keys.region))
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function canonicalLines(
  { method = '', url: target = '', headers }: IncomingMessage,
  names: string[],
): string[] {
  const url = new URL(target, 'http://any')
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return [
    method,
    path.join('/'),
    query.toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, ' ')}`),
  ]
}
