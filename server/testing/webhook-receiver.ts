import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A call that the receiver verified. */
export type Rung = { id: string; type: string; cursor: string | null; signatures: number }

export type WebhookReceiver = {
  url: string
  /** The verified calls, each time that they came. */
  rung: Rung[]
  /** How many calls did not verify. */
  refused: number
  /** The secrets by which it verifies: one of them is right. */
  secrets: string[]
  /** Whether it takes calls whose time is not now, of tests that travel. */
  takesAnyTime: boolean
  /** Answers the next calls; 200 by default. Without an answer the caller waits. */
  answer: (response: ServerResponse, index: number) => void
  close(): Promise<void>
}

/** The system of a lender, which verifies calls with the reference library of Standard Webhooks. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8')
      const headers = request.headers as Record<string, string>
      const isRight = receiver.secrets.some((secret) =>
        receiver.takesAnyTime ? isSigned(secret, body, headers) : isVerified(secret, body, headers),
      )
      if (!isRight) {
        receiver.refused += 1
        response.writeHead(401).end()
        return
      }
      const { type, data } = JSON.parse(body) as { type: string; data: { id: string; cursor: string | null } }
      const signatures = (headers['webhook-signature'] ?? '').split(' ').length
      receiver.rung.push({ id: headers['webhook-id'] ?? '', type, cursor: data.cursor, signatures })
      receiver.answer(response, receiver.rung.length - 1)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    rung: [],
    refused: 0,
    secrets: [],
    takesAnyTime: false,
    answer: (response) => response.end(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return receiver
}

function isVerified(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Whether the reference library signs the same, whatever the time. */
function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}
