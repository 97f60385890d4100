import type { FastifyInstance } from 'fastify'
import { hasKeyTwice } from '../json-keys.ts'
import { Refusal } from '../refusal.ts'

/** Reads JSON bodies as the framework does, and refuses those that name a key twice (INPUT_INVALID). */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value) => {
      if (error) done(error)
      else if (hasKeyTwice(body, value)) done(new Refusal('INPUT_INVALID'))
      else done(null, value)
    })
  })
}
