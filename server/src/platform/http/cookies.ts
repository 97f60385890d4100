import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of a request: HttpOnly and SameSite=Strict. */
export type Cookies = {
  get(name: string): string | undefined
  set(name: string, value: string, maxAgeSeconds: number): void
  clear(name: string): void
}

/**
 * Over TLS the name has the prefix `__Host-`, which binds the cookie to this host and to TLS. Browsers reject that
 * prefix over plain HTTP, so it is left out there.
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

/** The token in a cookie; undefined for anything that is not one of our tokens. */
function read(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}
