import { noNetwork } from '../ui/no-network.ts'

/** Sentences of section 8 of the specification that the API client itself uses. */
export const sentences = {
  network: noNetwork,
  session: 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.',
  server: 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.',
  busy: 'Layanan sedang sibuk. Coba beberapa saat lagi.',
} as const

/**
 * network: no answer came. refused: the server refused, for a reason the lender can read (4xx).
 * session: the token is no longer valid (401). busy: rate limited or overloaded (429, 503), can be retried.
 * server: the server failed (other 5xx), or the answer is not from our server.
 */
export type ApiErrorKind = 'network' | 'refused' | 'session' | 'busy' | 'server'

/** Every failure of a call. `message` is Indonesian and can be shown as it is. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The stable code of the refusal, where the server named one. */
  readonly code: string | null
  /** Milliseconds for which the server asked to wait before the next attempt (RFC 9110, 10.2.3); 0 where it did not. */
  readonly wait: number

  constructor(kind: ApiErrorKind, status: number, code: string | null, message: string, wait = 0) {
    super(message)
    this.wait = wait
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
  }
}

/** Whether the same call may succeed soon: no network, a busy server, or none behind the proxy. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (['network', 'busy'].includes(error.kind) || error.status > 500)

/** Whether what was asked for is not there for this lender, so that trying again cannot help. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Whether the company of this member asks for a second factor that they have not set up. */
export const isFactorNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'FACTOR_NEEDED'

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

function kindOf(status: number): ApiErrorKind {
  if (status === 401) return 'session'
  if (status === 429 || status === 503) return 'busy'
  return status >= 400 && status < 500 ? 'refused' : 'server'
}

/**
 * Converts an answer to an error. The sentence is `error_description` or `message` of the body (section 8); a body that
 * is not JSON gives the sentence of its kind.
 * @param status HTTP status outside 200 to 299
 * @param body the parsed JSON body, or null
 * @param retryAfter the header of this name; only its form in seconds is read
 */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null = null): ApiError {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const kind = kindOf(status)
  const said = textOf(given.error_description) ?? textOf(given.message)
  const message =
    kind === 'server' ? sentences.server : (said ?? sentences[kind === 'refused' ? 'server' : kind])
  return new ApiError(kind, status, textOf(given.code), message, (Number(retryAfter) || 0) * 1_000)
}

/** The error of a call without an answer: offline, DNS failure, connection refused or interrupted. */
export const networkError = () => new ApiError('network', 0, null, sentences.network)

/** The sentence to show for any thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : sentences.server

/**
 * The sentence for an error that ends the action: the server's if this lender is not permitted (403), otherwise a
 * general one.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? error.message : sentences.server
