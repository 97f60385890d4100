import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedCall = { id: string; type: string; isSigned: boolean; body: unknown }

/** A lender's system: it takes calls back, and answers each with the status that it was last given. */
export async function startReceiver() {
  const calls: ReceivedCall[] = []
  let status = 200
  let secret = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const header = (name: string) => String(request.headers[`webhook-${name}`])
      const signed = `${header('id')}.${header('timestamp')}.${text}`
      // As Standard Webhooks says, apart from the product's own code.
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
      const body = JSON.parse(text) as { type: string }
      const isSigned = header('signature').split(' ').includes(expected)
      calls.push({ id: header('id'), type: body.type, isSigned, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/pematang`,
    answerWith: (next: number) => (status = next),
    expectSecret: (next: string) => (secret = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
