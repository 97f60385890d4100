import * as z from 'zod'
import type { Answer, TestApp } from './http.ts'
import { apiPrefix } from '../src/main/testing.ts'
import { partnerPrefix } from '../src/platform/http/problem.ts'

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>
type Content = Record<string, { schema: Schema }>
type Operation = { responses: Record<string, { description: string; content: Content }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const documents = new WeakMap<TestApp, Map<string, Promise<Document>>>()
const validators = new WeakMap<Schema, z.ZodType>()

/** The document that has this path, as the app serves it. */
function documentOf(app: TestApp, path: string): Promise<Document> {
  const ofApp = documents.get(app) ?? new Map<string, Promise<Document>>()
  documents.set(app, ofApp)
  const address = path.startsWith(`${partnerPrefix}/`) ? `${partnerPrefix}/openapi.json` : '/api/openapi.json'
  const document = ofApp.get(address) ?? app.get(`/${address}`).then(({ json }) => json as Document)
  ofApp.set(address, document)
  return document
}

/** Made of the document as it is served, not of the schemas that print the answers. */
function validatorOf(schema: Schema): z.ZodType {
  const made = validators.get(schema) ?? z.fromJSONSchema(schema)
  validators.set(schema, made)
  return made
}

/**
 * Asserts that the served OpenAPI document, of the dashboard or of the calls with a key, has this answer: its status, its media
 * type, all of its body, and the code of a refusal. A path that it does not have may answer anything, and so may headers that are
 * too large: they are refused before anyone knows which call it is.
 * @param path below /api/v1
 */
export async function expectDocumented(
  app: TestApp,
  method: string,
  path: string,
  { status, headers, json }: Answer,
): Promise<void> {
  const [address = ''] = `${apiPrefix}${path}`.split('?')
  const { paths, components } = await documentOf(app, address)
  const operation = paths[address]?.[method.toLowerCase()]
  if (!operation || status === 431) return
  const call = `${method} ${path.slice(0, 100)}: ${status} ${json?.code ?? ''}`
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const { description = '', content = {} } = operation.responses[status] ?? {}
  const found = content[type]
  if (!found) throw new Error(`${call}: the document has no such answer of type ${type}`)
  if (status !== 200 && !description.split(', ').includes(json.code))
    throw new Error(`${call}: the document has no such code`)
  if (!type.includes('json')) return
  const { $ref } = found.schema
  const schema = $ref === undefined ? found.schema : components.schemas[$ref.replace(/^.*\//, '')]
  const checked = validatorOf(schema ?? {}).safeParse(json)
  if (!checked.success) throw new Error(`${call}: ${z.prettifyError(checked.error)}`)
}
