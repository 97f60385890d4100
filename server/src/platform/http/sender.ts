import { type Endpoint, proposalHeader, unattendedHeader } from '@pematang/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'
import type { Noise } from './noise.ts'
import type { Identity } from './requests.ts'

/**
 * Authenticates a bearer token; null if it is not valid. An `unattended` call was made by a timer and does not extend
 * the session. A call that `acts` may change data, so later reads of its lender must include the change.
 */
export type Authenticate = (
  token: string,
  how: { unattended: boolean; acts: boolean },
) => Promise<Identity | null>

export type Authenticator = {
  authenticate: Authenticate
  /**
   * The lender of a token that was authenticated in this process before, without asking the database whether its session
   * is still live; null if it is not remembered.
   */
  recall: (token: string) => Identity | null
  /**
   * Whether a member of a company may send this call.
   * @throws Refusal COMPANY_ROLE_MISSING, COMPANY_FUNDS_SELECTIONS, FACTOR_NEEDED
   */
  requireRole: (operationId: string, member: NonNullable<Identity['member']>) => void
  /** Remembers a token no longer, because its session has ended. */
  forget: (token: string) => void
}

type Gate = Authenticator & { noise: Noise }

/** The token of a session; the name of the scheme may be in any case (RFC 9110, section 11.1). */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]

/** Whether a timer sent the request, so that it does not extend the session. */
const isUnattended = ({ polling }: Endpoint, { headers }: FastifyRequest): boolean =>
  polling === true || headers[unattendedHeader.toLowerCase()] === '1'

/** Whether the X-User-Id header names another lender. It is only a hint, not an identity. */
const contradicts = ({ headers }: FastifyRequest, { lenderId }: Identity): boolean =>
  headers['x-user-id'] !== undefined && headers['x-user-id'] !== String(lenderId)

/** The remembered sender of a request that may extend the session, as the command that confirms it will. */
export function recallSender(endpoint: Endpoint, request: FastifyRequest, { recall }: Gate): Identity | null {
  const token = tokenOf(request)
  const remembered = token && !isUnattended(endpoint, request) ? recall(token) : null
  return remembered && !contradicts(request, remembered) ? remembered : null
}

export async function authenticateSender(
  endpoint: Endpoint,
  request: FastifyRequest,
  options: Gate,
): Promise<Identity> {
  const token = tokenOf(request)
  const how = { unattended: isUnattended(endpoint, request), acts: request.method !== 'GET' }
  const identity = token ? await options.authenticate(token, how) : null
  if (!identity) {
    turnAway(request, options)
    throw new Refusal('SESSION_ENDED')
  }
  if (contradicts(request, identity)) {
    options.noise.reportForeign(request, identity.lenderId, 'USER_ID_MISMATCH')
    throw new Refusal('USER_ID_MISMATCH')
  }
  if (!identity.member) return identity
  options.requireRole(endpoint.operationId, identity.member)
  return { ...identity, ...proposalIn(request) }
}

function proposalIn({ headers }: FastifyRequest): Pick<Identity, 'proposal'> {
  const text = headers[proposalHeader.toLowerCase()]
  if (text === undefined) return {}
  if (text === 'new') return { proposal: 'new' }
  if (typeof text !== 'string' || !/^[1-9][0-9]{0,14}$/.test(text)) throw new Refusal('INPUT_INVALID')
  return { proposal: Number(text) }
}

export const isSessionEnded = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'SESSION_ENDED'

/**
 * Counts a request whose session is not live, and forgets whose it was.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export function turnAway(request: FastifyRequest, { noise, forget }: Gate): void {
  request.lenderId = null
  const token = tokenOf(request)
  if (token) forget(token)
  noise.countNobody(request)
}
