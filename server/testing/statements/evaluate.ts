import type { Node } from '../../../scripts/check/boundaries/source.ts'
import { isFunction, type Modules, nameOf } from './modules.ts'
import { bind, localOf, returnsOf } from './scope.ts'
import { Closure, type Place, type Value } from './values.ts'
import { type Columns, columnNames, placeholders, unnestRows } from '../../src/platform/db/rows.ts'

/** More alternatives than this are a sign that the wrong thing is followed. */
const mostAlternatives = 200

/** Computes the constants that SQL is written with. A choice that depends on the run gives every alternative. */
export class Evaluator {
  readonly #modules: Modules
  /** What the constants of modules are, so that each is computed once. */
  readonly #constants = new WeakMap<Node, Value[]>()

  constructor(modules: Modules) {
    this.#modules = modules
  }

  /** Every value that an expression may have; none if it cannot be known. */
  evaluate(node: Node, at: Place): Value[] {
    const found = this.#evaluate(node, at)
    return found.length > mostAlternatives ? [] : found
  }

  #evaluate(node: Node, at: Place): Value[] {
    if (transparent.has(node.type)) return this.evaluate(node['expression'] as Node, at)
    if (isFunction(node)) return [new Closure(node, at)]
    return this.#ways[node.type]?.(node, at) ?? []
  }

  /** How each kind of expression is computed; of any other the value is not known. */
  readonly #ways: Readonly<Record<string, (node: Node, at: Place) => Value[]>> = {
    Literal: (node) => [node['value'] as Value],
    TemplateLiteral: (node, at) => this.#template(node, at),
    UnaryExpression: (node, at) =>
      this.evaluate(node['argument'] as Node, at).flatMap((value): Value[] => {
        if (node['operator'] === '!') return [!value]
        return node['operator'] === '-' ? [-(value as number)] : []
      }),
    BinaryExpression: (node, at) => this.#binary(node, at),
    ConditionalExpression: (node, at) => this.#condition(node, at),
    LogicalExpression: (node, at) => this.#either(node['left'] as Node, node['right'] as Node, at),
    ArrayExpression: (node, at) =>
      combine(
        (node['elements'] as Node[]).map((one) =>
          one.type === 'SpreadElement'
            ? this.evaluate(one['argument'] as Node, at)
            : this.evaluate(one, at).map((value) => [value]),
        ),
      ).map((all) => all.flat()),
    ObjectExpression: (node, at) => this.#object(node, at),
    Identifier: (node, at) => this.#name(nameOf(node), node, at),
    MemberExpression: (node, at) => this.#member(node, at),
    CallExpression: (node, at) => this.#call(node, at),
  }

  #condition(node: Node, at: Place): Value[] {
    const tests = this.evaluate(node['test'] as Node, at)
    const isKnown = tests.length === 1 && typeof tests[0] === 'boolean'
    return [
      ...(isKnown && !tests[0] ? [] : this.evaluate(node['consequent'] as Node, at)),
      ...(isKnown && tests[0] ? [] : this.evaluate(node['alternate'] as Node, at)),
    ]
  }

  #binary(node: Node, at: Place): Value[] {
    const sides = combine([node['left'], node['right']].map((one) => this.evaluate(one as Node, at)))
    switch (node['operator']) {
      case '+':
        return sides.map(([left, right]) => (left as string) + (right as string))
      case '*':
        return sides.map(([left, right]) => (left as number) * (right as number))
      case '===':
        return sides.map(([left, right]) => left === right)
      case '!==':
        return sides.map(([left, right]) => left !== right)
      default:
        return []
    }
  }

  #either(left: Node, right: Node, at: Place): Value[] {
    const first = this.evaluate(left, at)
    return first.some((value) => value !== null && value !== undefined) ? first : this.evaluate(right, at)
  }

  #template(node: Node, at: Place): Value[] {
    const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    return combine((node['expressions'] as Node[]).map((one) => this.evaluate(one, at))).map((parts) =>
      texts.map((text, place) => text + textOf(parts[place])).join(''),
    )
  }

  #object(node: Node, at: Place): Value[] {
    let objects: Record<string, Value>[] = [{}]
    for (const property of node['properties'] as Node[]) {
      if (property.type === 'SpreadElement') {
        const spread = this.evaluate(property['argument'] as Node, at)
        objects = objects.flatMap((one) => spread.map((more) => ({ ...one, ...(more as object) })))
        continue
      }
      const key = property['key'] as Node
      const keys = property['computed']
        ? this.evaluate(key, at).map(textOf)
        : [nameOf(key) || String(key['value'])]
      const values = this.evaluate(property['value'] as Node, at)
      // What cannot be known is left out; a statement needs only its name and text.
      if (values.length === 0) continue
      objects = objects.flatMap((one) =>
        keys.flatMap((name) => values.map((value) => ({ ...one, [name]: value }))),
      )
    }
    return objects
  }

  #name(name: string, node: Node, at: Place): Value[] {
    const known = at.known.get(name)
    if (known !== undefined) return [known]
    const local = localOf(at.module, node, name)
    if (local) return local.init ? pick(this.evaluate(local.init, at), local.key) : []
    const found = this.#modules.find(at.module, name, 'values')
    if (!found) return []
    const before = this.#constants.get(found.node)
    if (before) return before
    // A constant that depends on itself is not known.
    this.#constants.set(found.node, [])
    const values = this.evaluate(found.node, { module: found.module, known: new Map() })
    this.#constants.set(found.node, values)
    return values
  }

  #member(node: Node, at: Place): Value[] {
    const objects = this.evaluate(node['object'] as Node, at)
    const property = node['property'] as Node
    if (!node['computed']) return pick(objects, nameOf(property))
    const keys = this.evaluate(property, at)
    return keys.length > 0
      ? keys.flatMap((key) => pick(objects, textOf(key)))
      : objects.flatMap((object) => (typeof object === 'object' && object ? Object.values(object) : []))
  }

  #call(node: Node, at: Place): Value[] {
    const callee = node['callee'] as Node
    const args = node['arguments'] as Node[]
    if (callee.type === 'MemberExpression') return this.#method(callee, args, at)
    const writer = writers[nameOf(callee)]
    if (writer)
      return combine(args.map((one) => this.evaluate(one, at))).map(([columns, first, ordinal]) =>
        writer(columns as Columns, first as number | undefined, ordinal as string | undefined),
      )
    return combine([this.evaluate(callee, at), ...args.map((one) => this.evaluate(one, at))]).flatMap(
      ([called, ...values]) => (called instanceof Closure ? this.apply(called, values) : []),
    )
  }

  #method(callee: Node, args: Node[], at: Place): Value[] {
    const object = callee['object'] as Node
    const name = nameOf(callee['property'])
    if (nameOf(object) === 'Object' && args[0]) {
      const of = {
        entries: Object.entries,
        keys: Object.keys,
        values: Object.values,
        fromEntries: Object.fromEntries,
      }
      const call = of[name as keyof typeof of] as ((value: unknown) => Value) | undefined
      return call ? this.evaluate(args[0], at).map((value) => call(value)) : []
    }
    return combine([this.evaluate(object, at), ...args.map((one) => this.evaluate(one, at))]).flatMap(
      ([self, ...values]) => this.#onValue(self as Value, name, values),
    )
  }

  #onValue(self: Value, name: string, args: Value[]): Value[] {
    const call = args[0]
    if (Array.isArray(self) && call instanceof Closure && (name === 'map' || name === 'flatMap')) {
      return combine(self.map((one, place) => this.apply(call, [one, place]))).map((all) =>
        name === 'map' ? all : all.flat(),
      )
    }
    if (Array.isArray(self) && call instanceof Closure && name === 'filter') {
      const kept = self.map((one) => this.apply(call, [one]))
      return kept.every((found) => found.length === 1) ? [self.filter((_, place) => kept[place]?.[0])] : []
    }
    if (typeof self !== 'string' && !Array.isArray(self)) return []
    if (
      ![
        'join',
        'slice',
        'includes',
        'replaceAll',
        'replace',
        'trim',
        'concat',
        'toUpperCase',
        'toLowerCase',
      ].includes(name)
    )
      return []
    const method = (self as unknown as Record<string, (...values: unknown[]) => Value>)[name]
    return method ? [method.apply(self, args)] : []
  }

  /** What a function gives for these arguments: the value of its expression, or of each of its returns. */
  apply({ node, at }: Closure, args: readonly Value[]): Value[] {
    const inside: Place = { module: at.module, known: new Map([...at.known, ...bind(node, args)]) }
    const body = node['body'] as Node
    if (body.type !== 'BlockStatement') return this.evaluate(body, inside)
    return returnsOf(body).flatMap((one) => this.evaluate(one, inside))
  }
}

/** The functions of the product that write a part of a statement, which are called as they are. */
const writers: Readonly<Record<string, (columns: Columns, first?: number, ordinal?: string) => string>> = {
  columnNames,
  placeholders,
  unnestRows,
}

/** What only says something about the type of what it holds. */
const transparent = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'ChainExpression',
])

const textOf = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const pick = (values: Value[], key: string | null): Value[] =>
  key === null
    ? values
    : values.flatMap((value) => {
        const found =
          typeof value === 'object' && value !== null ? (value as Record<string, Value>)[key] : undefined
        return found === undefined ? [] : [found]
      })

/** Every way to take one of each; none if there are too many. */
const combine = <T>(choices: T[][]): T[][] =>
  choices.reduce((ways, { length }) => ways * length, 1) > mostAlternatives
    ? []
    : choices.reduce<T[][]>((all, some) => all.flatMap((one) => some.map((next) => [...one, next])), [[]])
