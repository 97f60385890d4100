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
  answer: Answer,
): Promise<void> {
  const [address = ''] = `${apiPrefix}${path}`.split('?')
  const { paths, components } = await documentOf(app, address)
  const operation = paths[address]?.[method.toLowerCase()]
  const { status, json } = answer
  if (!operation || status === 431) return
  const why = differenceOf(operation.responses[status], answer, components)
  if (why !== null) throw new Error(`${method} ${path.slice(0, 100)}: ${status} ${json?.code ?? ''}: ${why}`)
}

/** What the document does not have of an answer; null if it has all of it. */
function differenceOf(
  response: Operation['responses'][string] | undefined,
  { status, headers, json }: Answer,
  { schemas }: Document['components'],
): string | null {
  if (!response) return 'no such status'
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  const found = response.content[type]
  if (!found) return `no such answer of type ${type}`
  if (status !== 200 && !response.description.split(', ').includes(json.code)) return 'no such code'
  if (!type.includes('json')) return null
  const { $ref } = found.schema
  const schema = $ref === undefined ? found.schema : schemas[$ref.replace(/^.*\//, '')]
  if (!schema) return `no schema ${$ref}`
  const { error } = validatorOf(schema).safeParse(json)
  return error ? z.prettifyError(error) : null
}
