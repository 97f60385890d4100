import type { Endpoint } from '@pematang/contract/endpoint'
import * as z from 'zod'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/**
 * Every field of a call's input, e.g. `query.page`, `body.loanInfo.loanId`, and the objects that accept unknown fields.
 */
export function fieldsOf(endpoint: Endpoint): { fields: string[]; open: string[] } {
  const fields = new Set<string>()
  const open: string[] = []
  const walk = (schema: JsonSchema, path: string): void => {
    for (const reading of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(reading, path)
    if (schema.items) walk(schema.items, path)
    if (schema.properties) {
      if (schema.additionalProperties !== false) open.push(path)
      for (const [name, inner] of Object.entries(schema.properties)) walk(inner, `${path}.${name}`)
    } else if (!schema.anyOf && !schema.oneOf && !schema.items) fields.add(path)
  }
  for (const part of ['query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema) walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, part)
  }
  return { fields: [...fields].sort(), open }
}
