import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { readAtMost } from '../read-at-most.ts'
import { readCredentials } from './credentials.ts'
import { ObjectTooLarge, StoreUnavailable } from './port.ts'

export type S3Config = {
  /** Scheme, host and port of the store. */
  endpoint: string
  region: string
  bucket: string
  /** The prefix of all keys, so that a bucket can be shared; empty or with a slash at the end. */
  prefix: string
  /** Whether the bucket is in the path; otherwise it is the first part of the host's name. */
  pathStyle: boolean
  /** A file in the format of AWS's credentials files. */
  credentialsFile: string
  /** Time limit of one attempt, milliseconds. */
  timeoutMs: number
  /** Attempts of one call, including the first one. */
  attempts: number
}

type S3Call = {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  /** The key of an object with its prefix; empty for the bucket. */
  path: string
  query?: Readonly<Record<string, string>>
  body?: Buffer
  /** The number of bytes above which the answer is not read. */
  largest: number
}

export type S3Answer = { status: number; body: Buffer; code: string | null }

/** Pause before the second attempt, milliseconds; it doubles with each further one. */
const firstPauseMs = 100

/** Largest error document that is read, bytes. */
const largestError = 64 * 1024

/**
 * Sends a signed request, and repeats it after errors of the network or the server. The signature covers the hash of the
 * body, so the store refuses bytes that were changed in transit.
 * @returns an answer with status 2xx or 404
 * @throws StoreUnavailable for any other answer once the attempts are used up
 * @throws ObjectTooLarge
 */
export async function callS3(config: S3Config, call: S3Call): Promise<S3Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(config, call)
    if (!('fault' in outcome)) return outcome
    if (!outcome.isTransient || attempt >= config.attempts) throw outcome.fault
    await sleep(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()))
  }
}

type Failed = { fault: Error; isTransient: boolean }

async function attemptOnce(config: S3Config, call: S3Call): Promise<S3Answer | Failed> {
  const what = `document store ${config.bucket}: ${call.method} ${call.path || 'list'}`
  try {
    const { url, headers } = await sign(config, call)
    const response = await fetch(url, {
      method: call.method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(config.timeoutMs),
      ...(call.body ? { body: new Uint8Array(call.body) } : {}),
    })
    const { status, ok } = response
    const body = await readAtMost(response, ok ? call.largest : largestError, tooLong)
    if (ok) return { status, body, code: null }
    const code = /<Code>\s*(\w+)\s*<\/Code>/.exec(body.toString('utf8'))?.[1] ?? null
    if (status === 404) return { status, body, code }
    const fault = new StoreUnavailable(`${what} is answered with ${status}${code ? ` ${code}` : ''}`)
    return { fault, isTransient: status >= 500 || status === 429 || code === 'RequestTimeout' }
  } catch (error) {
    if (error instanceof ObjectTooLarge) throw error
    if (error instanceof StoreUnavailable) return { fault: error, isTransient: false }
    return { fault: new StoreUnavailable(`${what}: no answer`, { cause: error }), isTransient: true }
  }
}

/** The URL of an object, or of the bucket where the path is empty. */
export function urlOf({ endpoint, bucket, pathStyle }: S3Config, path: string): URL {
  const url = new URL(endpoint)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const base = url.pathname.replace(/\/$/, '')
  url.pathname = `${base}${pathStyle ? `/${bucket}` : ''}/${path}`
  return url
}

async function sign(config: S3Config, { method, path, query = {}, body }: S3Call) {
  const url = urlOf(config, path)
  url.search = new URLSearchParams(query).toString()
  const sha256 = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    ...(await readCredentials(config.credentialsFile)),
    method,
    url: url.toString(),
    service: 's3',
    region: config.region,
    headers: { 'x-amz-content-sha256': sha256, 'accept-encoding': 'identity' },
  })
  return signer.sign()
}

const tooLong = (what: string) => new ObjectTooLarge(`an answer of the document store has ${what}`)
