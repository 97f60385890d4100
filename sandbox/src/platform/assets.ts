import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Serves the files of a page under /assets.
 * @param types content types by file name: a URL is a key of this map and never a path
 */
export function serveAssets(
  app: FastifyInstance,
  folder: URL,
  types: Readonly<Record<string, string>>,
): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    const file = type === undefined ? undefined : fileURLToPath(new URL(name, folder))
    return sendAsset(request, reply, file, type)
  })
}

/** Answers with a file, or 404; a browser that has a current cached copy gets 304. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string | undefined,
  type = 'application/octet-stream',
): Promise<FastifyReply> {
  if (file === undefined) return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is no such file' })
  const bytes = await readFile(file)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(bytes)
}
