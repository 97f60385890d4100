import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Bytes that are sent at a time. */
const chunk = 32 * 1024

/**
 * Sends a JSON array whose items are read while it is sent, at the pace of the client. After a failure the connection
 * breaks off within the array.
 */
export const sendItems = (
  reply: FastifyReply,
  items: AsyncIterable<unknown>,
  print: (item: unknown) => string,
): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(chunks(items, print), { highWaterMark: 1 }))

async function* chunks(
  items: AsyncIterable<unknown>,
  print: (item: unknown) => string,
): AsyncGenerator<string> {
  let text = '['
  let before = '\n'
  for await (const item of items) {
    text += before + print(item)
    before = ',\n'
    if (text.length < chunk) continue
    yield text
    text = ''
  }
  yield `${text}\n]\n`
}
