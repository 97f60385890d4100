import { isIPv6 } from 'node:net'
import type { Endpoint } from '@pematang/contract/endpoint'
import { allowsKey } from '@pematang/contract/partner/rights'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { type Bucket, consume, levelOf } from '../rate-limit/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { blockListOf } from './connections.ts'
import type { Noise } from './noise.ts'
import type { FeedCaller, FeedKey, FoundKey, KeyCaller } from './requests.ts'

/**
 * Finds the key that a secret opens; null if it is unknown, revoked or past its last day, or its lender suspended. Each request asks the database,
 * so a revoked key ends in every process at once.
 */
export type KeyAuthenticator = (secret: string) => Promise<FoundKey | null>

/** Finds the key of staff that a secret opens; null if the settings do not name it, or it is past its last day. */
export type FeedAuthenticator = (secret: string) => Promise<FeedKey | null>

type Gate<Key> = { authenticate: (secret: string) => Promise<Key | null>; db: Database; noise: Noise }
type KeyEndpoint = Extract<Endpoint, { auth: 'key' }>

/** The calls of one key: a burst of as many as in a minute. */
const limit = { count: 600, seconds: 60 }

/** The scheme may be in any case (RFC 9110, section 11.1). */
const secretOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(pmtg_[0-9A-Za-z]{10,80})$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Authenticates a call by its key, and charges the key for it.
 * @throws Refusal KEY_UNKNOWN, KEY_NETWORK, KEY_RIGHT_MISSING, TOO_MANY_REQUESTS
 */
export async function authenticateKey(
  endpoint: KeyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate<FoundKey>,
): Promise<KeyCaller> {
  const { keyId, lenderId, right } = await admitKey(request, reply, gate)
  if (!allowsKey(right, endpoint.right)) throw new Refusal('KEY_RIGHT_MISSING')
  return { keyId, lenderId, readAfter: null }
}

/**
 * Authenticates a call by a key of staff, and charges the key for it.
 * @throws Refusal KEY_UNKNOWN, KEY_NETWORK, TOO_MANY_REQUESTS
 */
export async function authenticateFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate<FeedKey>,
): Promise<FeedCaller> {
  const { keyId } = await admitKey(request, reply, gate)
  return { keyId }
}

async function admitKey<Key extends FeedKey & { lenderId?: number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, db, noise }: Gate<Key>,
): Promise<Key> {
  const secret = secretOf(request)
  const found = secret === undefined ? null : await authenticate(secret)
  if (!found) {
    noise.countNobody(request)
    throw new Refusal('KEY_UNKNOWN')
  }
  const { keyId, lenderId = null, networks } = found
  request.lenderId = lenderId
  request.keyId = keyId
  if (networks.length > 0 && !blockListOf(networks).check(request.ip, isIPv6(request.ip) ? 'ipv6' : 'ipv4')) {
    // Not charged to the key: whoever found it must not use up what its owner's systems may call.
    noise.countNobody(request)
    throw new Refusal('KEY_NETWORK')
  }
  await charge(db, { name: `KEY:${keyId}`, limit }, reply)
  return found
}

/** Says in headers what is left, as draft-ietf-httpapi-ratelimit-headers has it, also where nothing is. */
async function charge(db: Database, bucket: Bucket, reply: FastifyReply): Promise<void> {
  reply.header('RateLimit-Policy', `"key";q=${limit.count};w=${limit.seconds}`)
  try {
    await consume(db, [bucket])
  } finally {
    const { left, fullInSeconds } = await levelOf(db, bucket)
    reply.header('RateLimit', `"key";r=${left};t=${fullInSeconds}`)
  }
}
