import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedCallback = {
  rawBody: string
  timestamp: string | undefined
  signature: string | undefined
  body: { eventId: string; docToken: string; reference: string; event: string; occurredAt: string }
  atMs: number
}

export type CallbackInbox = {
  url: string
  received: ReceivedCallback[]
  /** Sets the status of all further responses. */
  answer(status: number): void
  /** Waits until a document has this many callbacks. Throws if they do not arrive in time. */
  waitFor(docToken: string, count: number, withinMs?: number): Promise<ReceivedCallback[]>
  of(docToken: string): ReceivedCallback[]
  close(): Promise<void>
}

/** Starts a receiver of callbacks for tests, on a free port, in place of the app. */
export async function startCallbackInbox(): Promise<CallbackInbox> {
  const received: ReceivedCallback[] = []
  let status = 204
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const rawBody = Buffer.concat(pieces).toString('utf8')
      const header = (name: string) => request.headers[name]?.toString()
      received.push({
        rawBody,
        timestamp: header('x-timestamp'),
        signature: header('x-signature'),
        body: JSON.parse(rawBody) as ReceivedCallback['body'],
        atMs: Date.now(),
      })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const of = (docToken: string) => received.filter(({ body }) => body.docToken === docToken)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    received,
    answer(next) {
      status = next
    },
    of,
    async waitFor(docToken, count, withinMs = 10_000) {
      const limit = Date.now() + withinMs
      while (of(docToken).length < count) {
        if (Date.now() > limit) throw new Error(`${of(docToken).length} of ${count} callbacks came in time`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return of(docToken)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
