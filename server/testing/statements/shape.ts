/** What a type admits, as far as a column can be compared with it. */
export type Shape = {
  /** `string`, `number`, `boolean`, `Date`, `Buffer`, `null`, `array`, `object`; `any` where it is not known. */
  kinds: ReadonlySet<string>
  /** The texts of a union of literals; undefined where any text is admitted. */
  literals?: readonly string[] | undefined
  properties?: ReadonlyMap<string, Property> | undefined
  element?: Shape | undefined
  /** The objects of a union, each by itself. */
  members?: readonly Shape[] | undefined
}
export type Property = { shape: () => Shape; optional: boolean }

export const of = (...kinds: string[]): Shape => ({ kinds: new Set(kinds) })
export const unknown = of('any')
export const object = (properties: Map<string, Property>): Shape => ({
  kinds: new Set(['object']),
  properties,
})

export const literalOf = (value: unknown): Shape =>
  typeof value === 'string'
    ? { ...of('string'), literals: [value] }
    : value === null
      ? of('null')
      : of(typeof value)

export function shapeOfValue(value: unknown): Shape {
  if (Array.isArray(value)) return { kinds: new Set(['array']), element: union(value.map(shapeOfValue)) }
  if (typeof value !== 'object' || value === null) return literalOf(value)
  return object(
    new Map(
      Object.entries(value).map(([key, one]) => [key, { shape: () => shapeOfValue(one), optional: false }]),
    ),
  )
}

export function union(shapes: readonly Shape[]): Shape {
  const properties = new Map<string, Property>()
  const objects = shapes.filter((one) => one.properties)
  for (const { properties: some } of objects)
    for (const [name, { optional }] of some ?? []) {
      const all = objects.map((one) => one.properties?.get(name))
      properties.set(name, {
        shape: () => union(all.flatMap((one) => (one ? [one.shape()] : []))),
        optional: optional || all.some((one) => !one),
      })
    }
  const texts = shapes.filter(({ kinds }) => kinds.has('string'))
  const elements = shapes.flatMap(({ element }) => element ?? [])
  return {
    kinds: new Set(shapes.flatMap(({ kinds }) => [...kinds])),
    ...(texts.length > 0 &&
      texts.every(({ literals }) => literals) && { literals: texts.flatMap((one) => one.literals ?? []) }),
    ...(objects.length > 0 && { properties, members: objects.flatMap((one) => one.members ?? one) }),
    ...(elements.length > 0 && { element: union(elements) }),
  }
}

/** Objects have the properties of all; a primitive with a brand stays what it is. */
export function intersection(shapes: readonly Shape[]): Shape {
  const primitive = shapes.find(({ kinds }) => !kinds.has('object') && !kinds.has('any'))
  if (primitive) return primitive
  return shapes.every((one) => one.properties)
    ? object(new Map(shapes.flatMap(({ properties }) => [...(properties ?? [])])))
    : unknown
}

export const keysOf = ({ properties }: Shape): Shape =>
  properties ? { ...of('string'), literals: [...properties.keys()] } : of('string')

export function indexed(of: Shape, index: Shape): Shape {
  if (of.element) return of.element
  const found = index.literals?.map((name) => of.properties?.get(name)?.shape() ?? unknown)
  return found
    ? union(found)
    : of.properties
      ? union([...of.properties.values()].map((one) => one.shape()))
      : unknown
}

export const mapped = (keys: Shape, shape: (key: string) => Shape, optional = false): Shape =>
  keys.literals
    ? object(new Map(keys.literals.map((name) => [name, { shape: () => shape(name), optional }])))
    : of('object')

/** The types of TypeScript that make one type of others. */
export const utilities: Readonly<Record<string, (first: Shape, second: Shape) => Shape>> = {
  Pick: (first, second) => keep(first, (key) => second.literals?.includes(key) ?? true),
  Omit: (first, second) => keep(first, (key) => !second.literals?.includes(key)),
  Record: (first, second) => mapped(first, () => second),
  Partial: (first) => each(first, { optional: true }),
  Required: (first) => each(first, { optional: false }),
  Readonly: (first) => first,
  Array: (first) => arrayOf(first),
  ReadonlyArray: (first) => arrayOf(first),
  NonNullable: (first) => without(first, ['null', 'undefined']),
  Exclude: (first, second) => ({
    ...without(
      first,
      [...second.kinds].filter((kind) => kind !== 'string'),
    ),
    literals: first.literals?.filter((one) => !second.literals?.includes(one)),
  }),
  Extract: (first, second) =>
    first.members ? union(first.members.filter((one) => isKindOf(one, second))) : second,
}

export const arrayOf = (element: Shape): Shape => ({ kinds: new Set(['array']), element })

const keep = ({ properties }: Shape, test: (key: string) => boolean): Shape =>
  properties ? object(new Map([...properties].filter(([key]) => test(key)))) : unknown

const each = (shape: Shape, change: Partial<Property>): Shape =>
  shape.properties
    ? object(new Map([...shape.properties].map(([key, one]) => [key, { ...one, ...change }])))
    : shape

const without = (shape: Shape, kinds: readonly string[]): Shape => ({
  ...shape,
  kinds: new Set([...shape.kinds].filter((kind) => !kinds.includes(kind))),
})

/** Whether an object of a union has the texts that another type asks for. */
const isKindOf = (one: Shape, asked: Shape): boolean =>
  [...(asked.properties ?? [])].every(([name, property]) => {
    const texts = property.shape().literals
    const own = one.properties?.get(name)?.shape().literals
    return !texts || (own?.some((text) => texts.includes(text)) ?? false)
  })
