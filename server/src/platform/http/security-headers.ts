import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export type SecurityOptions = {
  /** Origins whose pages this app may embed. */
  frameOrigins: readonly string[]
  /** Further origins that the browser may call. */
  connectOrigins: readonly string[]
  /** Whether the app is served over TLS; then HSTS is sent. */
  secure: boolean
}

/**
 * Security headers of every answer. Helmet computes them once: doing it per request costs as much as the rest of a
 * small request.
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
        // The only trusted types policy: it creates the URL of the PDF worker.
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

/**
 * The headers of answers to API calls. They are data and files, which no browser runs or embeds, so the other headers
 * of pages have no effect and would be most of the bytes of a small answer.
 */
export function callHeaders(ofPages: Record<string, string>): Record<string, string> {
  const kept = [
    'Cross-Origin-Resource-Policy',
    'Referrer-Policy',
    'Strict-Transport-Security',
    'X-Content-Type-Options',
    'X-Frame-Options',
  ]
  return {
    ...Object.fromEntries(Object.entries(ofPages).filter(([name]) => kept.includes(name))),
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  }
}

/**
 * Extends the content security policy for a page whose inline styles and scripts are allowed by their hashes.
 * @param policy the policy from the header of every answer
 */
export function allowInline(policy: unknown, hashes: { scripts: string[]; styles: string[] }): string {
  const allowed = { 'script-src': hashes.scripts, 'style-src': hashes.styles }
  return String(policy)
    .split(';')
    .map((directive) => {
      const name = directive.trim().split(' ')[0] ?? ''
      const more = name === 'script-src' || name === 'style-src' ? allowed[name] : []
      return [directive, ...more].join(' ')
    })
    .join(';')
}
