import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Refusal } from '../refusal.ts'

/** Statuses of errors of Node's HTTP parser; others mean that the request is no HTTP. */
const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Milliseconds in which a refused client can read why; closed at once, it might see a reset instead of the answer. */
const lingerMs = 1_000

/**
 * Answers requests that cannot be read, for which no route is known and no hook runs: the headers are too large, come
 * too slowly or are no HTTP. The connection ends, because nothing says where a next request would begin.
 * @param headers those of every answer to a call
 */
export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const requestId = randomUUID()
    const { message, code } = new Refusal('INPUT_INVALID')
    const body = JSON.stringify({ message, code, requestId })
    // A client that goes on sending would otherwise keep its connection for another whole time limit.
    setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.end(
      [
        `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...lines,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}
