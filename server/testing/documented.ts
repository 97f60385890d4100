import * as z from 'zod'
import type { Answer, TestApp } from './http.ts'
import { partnerPrefix } from '../src/platform/http/problem.ts'

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>
type Content = Record<string, { schema: Schema }>
type Operation = { responses: Record<string, { description: string; content: Content }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Problem: Schema } }
}

const documents = new WeakMap<TestApp, Promise<Document>>()
const validators = new WeakMap<Schema, z.ZodType>()

const documentOf = async (app: TestApp): Promise<Document> =>
  (await app.get(`/${partnerPrefix}/openapi.json`)).json

/** Made of the document as it is served, not of the schemas that print the answers. */
function validatorOf(schema: Schema): z.ZodType {
  const made = validators.get(schema) ?? z.fromJSONSchema(schema)
  validators.set(schema, made)
  return made
}

/**
 * Asserts that the served OpenAPI document of the calls with a key has this answer: its status, its media type, all of its
 * body, and the code of a refusal. A path that it does not have may answer anything, and so may headers that are too large:
 * they are refused before anyone knows which call it is.
 * @param path below /api/v1/partner
 */
export async function expectDocumented(
  app: TestApp,
  method: string,
  path: string,
  { status, headers, json }: Answer,
): Promise<void> {
  const asked = documents.get(app) ?? documentOf(app)
  documents.set(app, asked)
  const { paths, components } = await asked
  const operation = paths[partnerPrefix + path.replace(/\?.*$/s, '')]?.[method.toLowerCase()]
  if (!operation || status === 431) return
  const call = `${method} ${path.slice(0, 100)}: ${status} ${json?.code ?? ''}`
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const { description = '', content = {} } = operation.responses[status] ?? {}
  const found = content[type]
  if (!found) throw new Error(`${call}: the document has no such answer of type ${type}`)
  if (status !== 200 && !description.split(', ').includes(json.code))
    throw new Error(`${call}: the document has no such code`)
  if (!type.includes('json')) return
  const schema = '$ref' in found.schema ? components.schemas.Problem : found.schema
  const checked = validatorOf(schema).safeParse(json)
  if (!checked.success) throw new Error(`${call}: ${z.prettifyError(checked.error)}`)
}
