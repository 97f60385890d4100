import type { Endpoint } from '@pematang/contract/endpoint'
import fc from 'fast-check'
import * as z from 'zod'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** A JSON value, or JSON text that no value can be written as. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Texts that pass a length check and are hard for encoders, patterns and databases. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\udc00\ud800',
  '\ufeff',
  '\u202e',
  '\u0130',
  'ß',
  '\n',
  "' or 1=1 --",
  '%',
  '\\',
  '{}',
  '__proto__',
  'constructor',
  'NaN',
  '1e5',
  '-0',
  '٣',
  '../../etc/passwd',
  '../'.repeat(30),
  'a'.repeat(100),
  '\ud800'.repeat(60),
  '\u{1f33e}'.repeat(30),
  'a'.repeat(60_000),
]

const shortTexts = oddTexts.filter((text) => text.length > 0 && text.length < 100 && !text.includes('\0'))

const oddNumbers = [
  0,
  -1,
  1,
  0.5,
  -0.1,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 53) + 1,
  9_000_000_000_000,
]

const oddRaw = [
  '-0',
  '1e400',
  '1e2',
  '1.0',
  '9007199254740993',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  'NaN',
  '01',
]

/** Any value in the place of any field. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(null, true, false, [], {}, [null], [[]], { '': 0 }),
  fc.constantFrom(...oddRaw).map((text) => new Raw(text)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values of fields that lead to records which exist, by the name of the field. */
export type KnownValues = Record<string, readonly unknown[]>

/** Values that mostly fit a schema, so that they reach the code behind it; some parts are anything. */
function likely(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const readings = schema.anyOf ?? schema.oneOf
  if (readings) return fc.oneof(...readings.map((reading) => likely(reading, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) return fieldsOf(schema, known)
  if (schema.type === 'array')
    return fc.array(orAnything(likely(schema.items ?? {}, known)), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, 6),
    })
  if (schema.type === 'string' && schema.pattern !== undefined)
    return fc.stringMatching(new RegExp(schema.pattern))
  return ofType[schema.type ?? ''] ?? anything
}

/** Text of any UTF-16 units, also halves of a character. */
const unevenText = fc
  .array(fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 0xffff })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units))

/** Small ones, and those at which the types of columns end. */
const number = fc.oneof(
  fc.integer({ min: 1, max: 3 }),
  fc.nat(1_000_000),
  fc.constantFrom(2 ** 15, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1),
)

/** Values of the types of JSON Schema that have no parts. */
const ofType: Record<string, fc.Arbitrary<unknown>> = {
  integer: number,
  number,
  boolean: fc.boolean(),
  null: fc.constant(null),
  string: fc.oneof(unevenText, fc.constantFrom(...shortTexts)),
}

const orAnything = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary }, { weight: 1, arbitrary: anything })

function fieldsOf({ properties = {}, required = [] }: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, inner] of Object.entries(properties)) {
    const values = known[name]
    const fitting = likely(inner, known)
    fields[name] = orAnything(values ? fc.oneof(fc.constantFrom(...values), fitting) : fitting)
  }
  return fc.record(fields, { requiredKeys: required })
}

const schemaOf = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** JSON texts of bodies for a call: most have its fields with values that fit or nearly fit, some are anything. */
export function hostileBodies({ body }: Endpoint, known: KnownValues = {}): fc.Arbitrary<string> {
  const value = body
    ? fc.oneof({ weight: 20, arbitrary: likely(schemaOf(body), known) }, { weight: 1, arbitrary: anything })
    : anything
  return value.map(write)
}

/** Queries for a call, with values that fit or nearly fit, and some parameters that come twice or are unknown. */
export function hostileQueries({ query }: Endpoint, known: KnownValues = {}): fc.Arbitrary<string> {
  const fields = query ? fieldsOf(schemaOf(query), known) : fc.constant({})
  const another = fc.tuple(fc.constantFrom('page', 'limit', '__proto__', 'a[]', ''), anything)
  const more = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: another.map((one) => [one]) },
  )
  return fc
    .tuple(fields, more)
    .map(([known, unknown]) =>
      [...Object.entries(known as object), ...unknown]
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeUneven(textOf(value))}`)
        .join('&'),
    )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : write(value)).slice(0, 4_000)

/** Percent-encodes text; halves of a character become bytes that are not UTF-8. */
const encodeUneven = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** Writes a value as JSON, with raw parts as they are. */
function write(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}
