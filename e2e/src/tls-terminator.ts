import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { issueTestCertificate } from '../../server/src/documents/testing.ts'

export type TlsTerminator = { port: number; close(): Promise<void> }

/**
 * Accepts TLS on a free port, with a certificate that only the browser of the test trusts, and forwards the data to a
 * server without TLS.
 */
export async function startTlsTerminator(origin: string): Promise<TlsTerminator> {
  const { hostname: host, port } = new URL(origin)
  const { key, chain } = issueTestCertificate({ name: 'TLS', now: new Date() })
  const server = createServer({ key, cert: chain }, (near) => {
    const far = connect({ host, port: Number(port) })
    // Either end may close at any time: a browser drops connections that it opened in advance.
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
