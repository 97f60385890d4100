import { gzipSync } from 'node:zlib'
import type { LenderEndpoint } from '@pematang/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './openapi.ts'

/**
 * The OpenAPI document at /api/openapi.json. It is generated and compressed once, because it is public and generating
 * it took ten milliseconds per response.
 */
export function serveOpenApi(
  app: FastifyInstance,
  endpoints: Record<string, LenderEndpoint>,
  prefix: string,
): void {
  const plain = Buffer.from(JSON.stringify(buildOpenApi(endpoints, prefix)))
  const compressed = gzipSync(plain)
  app.get('/api/openapi.json', async (request, reply) => {
    const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isCompressed) void reply.header('content-encoding', 'gzip')
    return reply
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(isCompressed ? compressed : plain)
  })
}
