import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export type SecurityOptions = {
  /** Origins whose pages this app may embed. */
  frameOrigins: readonly string[]
  /** Where the browser may send its calls besides its own origin. */
  connectOrigins: readonly string[]
  /** Served over TLS: browsers are told to stay there. */
  secure: boolean
}

/**
 * The headers of every answer. They are the same for all, so helmet is asked once: worked out anew each time they
 * cost as much as the rest of a small request.
 */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const collect = {
    setHeader: (name: string, value: unknown) => {
      headers[name] = String(value)
    },
    removeHeader: () => {},
  } as unknown as ServerResponse
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...options.connectOrigins],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: [...options.frameOrigins],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The one place that makes an address a script: the worker of the PDF reader.
        trustedTypes: ['pdf-worker'],
      },
    },
    strictTransportSecurity: options.secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  let failure: unknown
  set({} as IncomingMessage, collect, (error) => {
    failure = error
  })
  if (failure) throw failure as Error
  return headers
}
