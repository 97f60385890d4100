import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The amounts, in whole rupiah, whose first order a bank turns away because of its rate limit. */
const isTurnedAway = (amount: number): boolean => amount % 1000 === 777

type Order = { partnerReferenceNo?: string; amount?: { value: string } }

/**
 * Stands between the app and the banks of the sandbox and hands calls on as they are, except that it answers the first
 * order of certain amounts with 429, as a bank does whose rate limit is reached. The sandbox has no such fault.
 */
export class BankDoor {
  readonly #server: Server
  readonly #target: string
  readonly #turnedAway = new Set<string>()

  private constructor(target: string) {
    this.#target = target
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  /** @param target the origin of the sandbox */
  static async open(target: string): Promise<BankDoor> {
    const door = new BankDoor(target)
    await new Promise<void>((resolve) => door.#server.listen(0, '127.0.0.1', resolve))
    return door
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    if (url.includes('/transfer-i') && this.#turnsAway(body)) {
      response.writeHead(429, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ responseCode: '4291800', responseMessage: 'Too Many Requests' }))
      return
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers
    const answer = await fetch(this.#target + url, {
      method,
      headers: rest as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type })
    response.end(bytes)
  }

  #turnsAway(body: Buffer): boolean {
    const { partnerReferenceNo = '', amount } = JSON.parse(body.toString('utf8')) as Order
    if (!isTurnedAway(Number(amount?.value)) || this.#turnedAway.has(partnerReferenceNo)) return false
    this.#turnedAway.add(partnerReferenceNo)
    return true
  }
}
