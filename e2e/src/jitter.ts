import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * JITTER=800 delays each answer of the API to a window by a random time of up to 800 ms, so that answers arrive late and
 * in another order; JITTER=800:42 begins with this seed instead of a printed one. The programs of the tests, which ask
 * the API directly, are not delayed.
 */
const [longest = 0, seed = randomInt(2 ** 31)] = (process.env.JITTER ?? '0').split(':').map(Number)

/** The proxy of this process; undefined without JITTER. */
let started: Promise<string> | undefined

/**
 * Starts a proxy for the browser that delays the answers. A proxy leaves origins and the routes of the tests as they are.
 * @returns its address; undefined without JITTER
 */
export function delayingProxy(): Promise<string> | undefined {
  if (longest > 0) started ??= start()
  return started
}

function start(): Promise<string> {
  console.log(`API answers are delayed by up to ${longest} ms: JITTER=${longest}:${seed}`)
  const random = generator(seed)
  const server = createServer((asked, answer) => forward(asked, answer, random))
  server.on('connect', (asked: IncomingMessage, client) => {
    const [host = '', port] = (asked.url ?? '').split(':')
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      target.pipe(client).pipe(target)
    })
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
  })
  server.unref()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}

function forward(asked: IncomingMessage, answer: ServerResponse, random: () => number): void {
  const target = new URL(asked.url ?? '')
  const delay = target.pathname.startsWith('/api/') ? Math.floor(random() * longest) : 0
  const { 'proxy-connection': _, ...headers } = asked.headers
  const sent = request(target, { method: asked.method, headers, agent: false }, async (received) => {
    await sleep(delay)
    answer.writeHead(received.statusCode ?? 502, received.statusMessage, received.rawHeaders)
    received.pipe(answer)
    received.on('error', () => answer.destroy())
  })
  // As without a proxy, the browser sees a lost connection when the server is gone.
  sent.on('error', () => answer.destroy())
  answer.on('close', () => sent.destroy())
  asked.pipe(sent)
}

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
