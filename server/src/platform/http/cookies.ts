import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookies of one request: only the server reads them, and the browser sends them to this site alone. */
export type Cookies = {
  get(name: string): string | undefined
  set(name: string, value: string, maxAgeSeconds: number): void
  clear(name: string): void
}

/**
 * Behind TLS a cookie has the prefix `__Host-`: the browser takes it from this very host alone, over TLS alone. On
 * plain http, as on a developer's machine, browsers refuse that prefix, so the name stands without.
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

/** The value under a name, where it is one of our tokens; anything else is the same as none. */
function read(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}
