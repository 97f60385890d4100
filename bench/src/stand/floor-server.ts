import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'
import type { FloorKind } from './floor-process.ts'

// A server that does as little as its kind allows for the same request as a funding: it reads a JSON body and answers
// with a small one.

const [kind = 'answer', connectionString] = process.argv.slice(2) as [FloorKind?, string?]
const pool = new pg.Pool({ connectionString, max: 16 })

type Body = { loanId: number; amount: number }

async function work({ loanId, amount }: Body): Promise<string> {
  if (kind === 'transaction' || kind === 'row') {
    const client = await pool.connect()
    try {
      await client.query('begin')
      if (kind === 'row') {
        const values = [loanId, amount]
        await client.query({ name: 'row', text: 'insert into floor values ($1, $2)', values })
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return JSON.stringify({ loanId, amount, status: 'WAITING' })
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  await once(request, 'end')
  return JSON.parse(Buffer.concat(parts).toString()) as Body
}

async function listen(): Promise<number> {
  if (kind === 'fastify') {
    const app = fastify()
    app.post('/*', async ({ body }, reply) => reply.type('application/json').send(await work(body as Body)))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  }
  const server = createServer((request, response) => {
    void bodyOf(request)
      .then(work)
      .then(
        (text) => response.setHeader('Content-Type', 'application/json').end(text),
        () => response.writeHead(500).end(),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

process.once('disconnect', () => process.exit(0))
process.send?.(await listen())
