import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of a request: HttpOnly and SameSite=Strict. */
export type Cookies = {
  get(name: string): string | undefined
  set(name: string, value: string, maxAgeSeconds: number): void
  clear(name: string): void
}

/**
 * Reads and sets the cookies of a request. Over TLS their names have the prefix `__Host-`, which binds a cookie to this
 * host and to TLS. Browsers reject the prefix over plain HTTP, so it is left out there.
 * @param secure whether the app is served over TLS.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Cookies {
  const full = (name: string) => (secure ? `__Host-${name}` : name)
  const write = (name: string, value: string, maxAgeSeconds: number) =>
    reply.header(
      'Set-Cookie',
      `${full(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
    )
  return {
    get: (name) => read(request.headers.cookie ?? '', full(name)),
    set: (name, value, maxAgeSeconds) => void write(name, value, maxAgeSeconds),
    clear: (name) => void write(name, '', 0),
  }
}

/** Reads a token from the Cookie header; undefined for any value that does not have the format of our tokens. */
function read(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}
