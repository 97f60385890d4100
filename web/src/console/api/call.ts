import type { ConsoleEndpointsByRoute } from '@pematang/contract/console-endpoints'
import {
  type EndpointAnswer,
  type EndpointBody,
  type EndpointQuery,
  unattendedHeader,
} from '@pematang/contract/endpoint'
import { ApiError, errorOfAnswer, networkError } from '../../api/errors.ts'
import { requestId } from '../../api/request-id.ts'
import { learnServerTime } from '../../api/server-time.ts'
import { fetchWithin } from '../../api/time-limit.ts'
import { isAttended } from '../../session/attention.ts'
import { apiBase } from '../paths.ts'

export type Route = keyof ConsoleEndpointsByRoute
export type Answer<R extends Route> = EndpointAnswer<ConsoleEndpointsByRoute[R]>
/** Undefined and empty values are left out. */
export type QueryOf<R extends Route> = {
  [K in keyof EndpointQuery<ConsoleEndpointsByRoute[R]>]?: string | number | undefined
}
type Options<R extends Route> = {
  query?: QueryOf<R>
  body?: EndpointBody<ConsoleEndpointsByRoute[R]>
  /** For a call that moves money: the same key asks for the same thing again. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Called at the end of the session, which every screen meets in the same way. */
let onSessionEnd: () => void = () => {}

export function followSessionEnd(listener: () => void): void {
  onSessionEnd = listener
}

/**
 * Makes one call of the console. The session is a cookie that no script can read.
 * @throws ApiError for every answer outside 2xx and where no answer came
 * @throws DOMException AbortError when the signal was aborted
 */
export async function call<R extends Route>(route: R, options: Options<R> = {}): Promise<Answer<R>> {
  const [method = 'GET', path = ''] = route.split(' ')
  const body: unknown = options.body
  const headers = new Headers({ 'X-Request-Id': requestId() })
  const isFile = body instanceof Uint8Array
  if (body !== undefined)
    headers.set('Content-Type', isFile ? 'application/octet-stream' : 'application/json')
  // What a timer asks while nobody is there does not keep the session alive.
  if (!isAttended()) headers.set(unattendedHeader, '1')
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const init: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }
  try {
    return (await fetchWithin(`${apiBase}${path}${searchOf(options.query)}`, init, readAnswer)) as Answer<R>
  } catch (thrown) {
    const error = errorOfThrown(thrown)
    if (error.kind === 'session') onSessionEnd()
    throw error
  }
}

function searchOf(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size > 0 ? `?${search}` : ''
}

async function readAnswer(response: Response): Promise<unknown> {
  learnServerTime(response.headers)
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const body: unknown = isJson ? await response.json().catch(() => null) : null
  if (!response.ok) throw errorOfAnswer(response.status, body)
  // No call answers with a page. One comes from an intermediary, e.g. the login page of a network.
  if (!isJson && response.status !== 204) throw errorOfAnswer(502, null)
  return body
}

function errorOfThrown(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
  return networkError()
}
