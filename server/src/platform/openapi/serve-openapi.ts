import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/**
 * An OpenAPI document. It is generated and compressed once, because it is public and generating it took ten
 * milliseconds per response.
 */
export function serveOpenApi(app: FastifyInstance, path: string, document: object): void {
  const plain = Buffer.from(JSON.stringify(document))
  const compressed = gzipSync(plain)
  app.get(path, async (request, reply) => {
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isCompressed) void reply.header('content-encoding', 'gzip')
    return reply
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(isCompressed ? compressed : plain)
  })
}
