import type { FastifyInstance } from 'fastify'
import { wholeRupiahSentence } from '@pematang/contract/fields'
import { hasKeyTwice, hasOddNumber } from '../text/json-keys.ts'
import { Refusal } from '../refusal.ts'
import { InputRefusal } from './bind.ts'

/**
 * Parses JSON bodies and rejects duplicate keys (INPUT_INVALID). API calls only accept numbers written as integers; the
 * calls of banks and providers have their own rules.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value) => {
      if (error) done(error)
      else if (hasKeyTwice(body, value)) done(new Refusal('INPUT_INVALID'))
      else if (request.routeOptions.config.isOpenToAll && hasOddNumber(body))
        done(new InputRefusal(wholeRupiahSentence))
      else done(null, value)
    })
  })
}
