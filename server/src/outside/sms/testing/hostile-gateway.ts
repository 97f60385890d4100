import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How the gateway handles one request. */
export type Behaviour =
  | { answer: number; headers?: Record<string, string>; body?: string }
  /** Accepts the request and never responds. */
  | 'silence'
  /** Responds with 200 and then one byte of the body every 100 ms, without end. */
  | 'drip'
  /** Breaks the connection, either before the response or in the middle of its body. */
  | 'cut'
  | 'cut in the body'
  /** Responds with 200 and an endless body. */
  | 'flood'
  /** Sends bytes that are not HTTP. */
  | 'nonsense'
  /** Responds with 101, as if another protocol had been asked for. */
  | 'another protocol'

export type Received = {
  method: string
  /** The request target: path and query, unchanged. */
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type HostileGateway = {
  origin: string
  received: Received[]
  /** Sets the behaviour for the next requests, in order; the last applies to all that follow. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** Starts a scripted gateway for tests, which records all requests. */
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
    case 'another protocol':
      response.writeHead(101, { connection: 'Upgrade', upgrade: 'websocket' }).end()
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

function repeat(response: ServerResponse, piece: string, pauseMs: number): void {
  response.writeHead(200)
  const timer = setInterval(() => {
    if (!response.destroyed) response.write(piece)
    else clearInterval(timer)
  }, pauseMs)
  response.on('close', () => clearInterval(timer))
}
