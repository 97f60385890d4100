/** Sentences of section 8 of the specification that the wire layer itself gives. */
export const sentences = {
  network: 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.',
  session: 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.',
  server: 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.',
  busy: 'Layanan sedang sibuk. Coba beberapa saat lagi.',
} as const

/**
 * network: no answer came. refused: the server said no, for a reason the lender can read (4xx).
 * session: the token no longer works (401). busy: too many or overloaded (429, 503), worth another try.
 * server: the server failed (other 5xx), or answered something that is not ours.
 */
export type ApiErrorKind = 'network' | 'refused' | 'session' | 'busy' | 'server'

/** Every failure of a call. `message` is Indonesian and can be shown as it is. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The stable code of the refusal, where the server named one. */
  readonly code: string | null

  constructor(kind: ApiErrorKind, status: number, code: string | null, message: string) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

function kindOf(status: number): ApiErrorKind {
  if (status === 401) return 'session'
  if (status === 429 || status === 503) return 'busy'
  return status >= 400 && status < 500 ? 'refused' : 'server'
}

/**
 * The error that an answer stands for. The sentence is `error_description` or `message` of the body (section 8);
 * a body that is not JSON gives the sentence of its kind.
 * @param status HTTP status outside 200 to 299
 * @param body the parsed JSON body, or null
 */
export function errorOfAnswer(status: number, body: unknown): ApiError {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const kind = kindOf(status)
  const said = textOf(given.error_description) ?? textOf(given.message)
  const message =
    kind === 'server' ? sentences.server : (said ?? sentences[kind === 'refused' ? 'server' : kind])
  return new ApiError(kind, status, textOf(given.code), message)
}

/** The error of a call that got no answer: offline, no name, refused, cut. */
export const networkError = () => new ApiError('network', 0, null, sentences.network)

/** What to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : sentences.server
