import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What the gateway does with one request. */
export type Behaviour =
  | { answer: number; headers?: Record<string, string>; body?: string }
  /** Never answers. */
  | 'silence'
  /** Answers 200 and then one byte of the body every 100 ms, without an end. */
  | 'drip'
  /** Breaks the connection: before the answer, or in the middle of its body. */
  | 'cut'
  | 'cut in the body'
  /** 200 and a body that never ends. */
  | 'flood'
  /** Bytes that are no HTTP. */
  | 'nonsense'

export type Received = {
  method: string
  /** Path and query as they came. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type HostileGateway = {
  origin: string
  received: Received[]
  /** What it does with the next requests, in order; the last for all that follow. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** For tests: a gateway that does what it is told, and writes down what came. */
export async function startHostileGateway(): Promise<HostileGateway> {
  const received: Received[] = []
  let plan: Behaviour[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(pieces).toString('utf8') })
      const now = plan.length > 1 ? plan.shift() : plan[0]
      act(now ?? { answer: 200 }, request, response)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(...behaviours) {
      plan = behaviours
      received.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function act(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.answer, behaviour.headers).end(behaviour.body ?? '')
    return
  }
  switch (behaviour) {
    case 'silence':
      return
    case 'cut':
      request.socket.destroy()
      return
    case 'nonsense':
      request.socket.end('+OK whatever\r\n\r\n')
      return
    case 'cut in the body':
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => request.socket.destroy())
      return
    case 'drip':
      repeat(response, 'x', 100)
      return
    case 'flood':
      repeat(response, 'x'.repeat(65_536), 0)
  }
}

/** Writes the piece again and again until the other side has enough. */
function repeat(response: ServerResponse, piece: string, pauseMs: number): void {
  response.writeHead(200)
  const timer = setInterval(() => {
    if (!response.destroyed) response.write(piece)
    else clearInterval(timer)
  }, pauseMs)
  response.on('close', () => clearInterval(timer))
}
