import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Reads the bodies of calls that take a file as bytes; other calls refuse them (MEDIA_TYPE_UNSUPPORTED). */
export function readFileBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.takesFile) done(null, body)
    else done(new Refusal('MEDIA_TYPE_UNSUPPORTED'))
  })
}
