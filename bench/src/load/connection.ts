import { connect, type Socket } from 'node:net'

export type RawAnswer = { status: number; retryAfter: number | null; head: string; body: string }

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * A keep-alive HTTP/1.1 connection that sends one request after the other and parses only the necessary part of an
 * answer: the load must be cheap, because it shares the machine with what it measures.
 */
export class LoadConnection {
  readonly #socket: Socket
  readonly #onAnswer: (answer: RawAnswer) => void
  #received: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, onAnswer: (answer: RawAnswer) => void, onBroken: () => void) {
    this.#socket = socket
    this.#onAnswer = onAnswer
    socket.setNoDelay(true)
    socket.on('data', (piece: Buffer) => this.#receive(piece))
    socket.on('error', () => {})
    socket.on('close', onBroken)
  }

  static open(
    port: number,
    onAnswer: (answer: RawAnswer) => void,
    onBroken: () => void,
  ): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new LoadConnection(socket, onAnswer, onBroken))
      })
    })
  }

  ask(request: string): void {
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #receive(piece: Buffer): void {
    this.#received = this.#received.length === 0 ? piece : Buffer.concat([this.#received, piece])
    const end = this.#received.indexOf(endOfHead)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end + 2)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    const total = end + 4 + length
    if (this.#received.length < total) return
    const status = Number(head.slice(9, 12))
    const body = status === 200 ? '' : this.#received.toString('utf8', end + 4, total)
    this.#received = this.#received.subarray(total)
    const retryAfter = status === 503 ? /retry-after: (\d+)/i.exec(head)?.[1] : undefined
    this.#onAnswer({ status, retryAfter: retryAfter === undefined ? null : Number(retryAfter), head, body })
  }
}
