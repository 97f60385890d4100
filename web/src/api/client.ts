import {
  type EndpointAnswer,
  type EndpointBody,
  type EndpointQuery,
  proposalHeader,
  unattendedHeader,
} from '@pematang/contract/endpoint'
import type { EndpointsByRoute } from '@pematang/contract/endpoints'
import { loadConfig } from '../config.ts'
import { isAttended } from '../session/attention.ts'
import { readSession, type Session } from '../session/store.ts'
import { renewedSession } from '../session/token-change.ts'
import { ApiError, errorOfAnswer, networkError } from './errors.ts'
import { takeFirstAnswer } from './first-calls.ts'
import { requestId } from './request-id.ts'
import { learnServerTime } from './server-time.ts'
import { fetchWithin } from './time-limit.ts'

export type Route = keyof EndpointsByRoute
type Declared<R extends Route> = EndpointsByRoute[R]

/** The answer of a call: the declared JSON, or a Blob for binary data. */
export type Answer<R extends Route> = Declared<R>['answer'] extends { binary: readonly string[] }
  ? Blob
  : EndpointAnswer<Declared<R>>

/** Undefined values are left out; the empty string is sent as it is (section 5: "a number or empty"). */
type Query<R extends Route> = { [K in keyof EndpointQuery<Declared<R>>]?: string | number | undefined }

type Common = {
  signal?: AbortSignal
  /**
   * True for an optional call: its failure causes no message and no reload. The end of the session is still reported.
   */
  quiet?: boolean
  /**
   * True for the call that replaces the session's token. If its own token is refused, it does not wait for a new one.
   */
  changesToken?: boolean
  /**
   * Of a member of a company: `new` proposes the call where a rule asks for a decision, a number decides that proposal.
   * `carriedOut` reads the answer.
   */
  proposal?: 'new' | number | undefined
}

type QueryOption<R extends Route> = 'query' extends keyof Declared<R> ? { query?: Query<R> } : unknown
type BodyOption<R extends Route> = 'body' extends keyof Declared<R>
  ? { body: EndpointBody<Declared<R>> }
  : unknown
type KeyOption<R extends Route> = 'movesMoney' extends keyof Declared<R>
  ? { idempotencyKey: string }
  : unknown

export type CallOptions<R extends Route> = Common & QueryOption<R> & BodyOption<R> & KeyOption<R>

type Loose = Common & {
  query?: Record<string, string | number | undefined>
  body?: unknown
  idempotencyKey?: string
}

type FailureListener = (error: ApiError) => void
const failureListeners = new Set<FailureListener>()

/**
 * Notifies the listener of failed calls, except quiet ones, a guest's 401, and calls of a session that has ended
 * meanwhile.
 * @returns a function that removes the listener
 */
export function onFailure(listener: FailureListener): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

function headersFor(options: Loose, token: string | undefined, userId: number | undefined): Headers {
  const headers = new Headers({
    'X-Request-Id': requestId(),
    'X-Platform': 'WEB',
    'Accept-Language': 'id',
  })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (token && !isAttended()) headers.set(unattendedHeader, '1')
  if (userId !== undefined) headers.set('X-User-Id', String(userId))
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  if (options.proposal) headers.set(proposalHeader, String(options.proposal))
  return headers
}

function searchOf(query: Loose['query']): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** @param comes called once it is certain that the answer comes, however long it is */
async function readAnswer(response: Response, comes?: () => void): Promise<unknown> {
  learnServerTime(response.headers)
  const type = response.headers.get('content-type') ?? ''
  const isJson = /^application\/(.+\+)?json\b/.test(type)
  if (!response.ok) {
    const body: unknown = isJson ? await response.json().catch(() => null) : null
    throw errorOfAnswer(response.status, body, response.headers.get('retry-after'))
  }
  // No call answers with a page. One comes from an intermediary, e.g. the login page of a public network.
  if (/^text\/html\b/.test(type)) throw errorOfAnswer(502, null)
  if (isJson) return response.json()
  comes?.()
  return response.blob()
}

/**
 * Rethrows an abort by the caller; anything else that fetch throws, also at its time limit, means that no complete answer
 * came.
 */
function errorOfThrown(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
  // An answer with invalid JSON does not come from our server but from an intermediary, e.g. a proxy.
  return thrown instanceof SyntaxError ? errorOfAnswer(502, null) : networkError()
}

/**
 * Makes one call of the contract. The session's token is sent if there is a session.
 * @example await api('GET /marketplace', { query: { page: 1, limit: 10, flag: 'web' }, signal })
 * @throws ApiError for every answer outside 2xx and where no answer came
 * @throws DOMException AbortError when the signal was aborted
 */
export async function api<R extends Route>(
  route: R,
  ...rest: Partial<CallOptions<R>> extends CallOptions<R>
    ? [options?: CallOptions<R>]
    : [options: CallOptions<R>]
): Promise<Answer<R>> {
  const options = (rest[0] ?? {}) as Loose
  let session = readSession()
  for (;;) {
    try {
      return (await send(route, options, session)) as Answer<R>
    } catch (thrown) {
      const error = errorOfThrown(thrown)
      const renewed =
        error.kind === 'session' && session && !options.changesToken ? await renewedSession(session) : null
      if (renewed) {
        // The server did nothing for the refused token, so the request can be sent again.
        session = renewed
        continue
      }
      // A late failure of an earlier session does not concern the current one.
      const isCurrent = session?.token === readSession()?.token
      const isLoud = error.kind === 'session' ? session !== null : !options.quiet
      if (isCurrent && isLoud) {
        for (const listener of failureListeners) listener(error)
      }
      throw error
    }
  }
}

async function send(route: Route, options: Loose, session: Session | null): Promise<unknown> {
  const [method = 'GET', path = ''] = route.split(' ')
  const { apiBase } = await loadConfig()
  const url = `${apiBase}${path}${searchOf(options.query)}`
  const made = method === 'GET' ? await takeFirstAnswer(url, session?.token) : null
  if (made) return readAnswer(made)
  const init = {
    method,
    headers: headersFor(options, session?.token, session?.userId),
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    ...(options.signal && { signal: options.signal }),
  }
  return fetchWithin(url, init, readAnswer)
}
