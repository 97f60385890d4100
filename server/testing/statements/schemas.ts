import { isNode, type Node } from '../../../scripts/check/boundaries/source.ts'
import type { Evaluator } from './evaluate.ts'
import { type Module, type Modules, nameOf } from './modules.ts'
import {
  arrayOf,
  intersection,
  literalOf,
  object,
  of,
  type Property,
  type Shape,
  shapeOfValue,
  union,
  unknown,
} from './shape.ts'

/** Reads the types of schemas of zod, which the contract has for all that crosses the wire. */
export class Schemas {
  readonly #modules: Modules
  readonly #evaluator: Evaluator

  constructor(modules: Modules, evaluator: Evaluator) {
    this.#modules = modules
    this.#evaluator = evaluator
  }

  /** `z.infer<typeof x>` of a schema of zod. */
  schema(node: Node, module: Module): Shape {
    const found = this.#modules.find(module, nameOf(node), 'values')
    return found ? this.#schemaOf(found.node, found.module) : unknown
  }

  /** The answer of an endpoint of the contract. */
  answerOf(node: Node, module: Module): Shape {
    const found = this.#modules.find(module, nameOf(node), 'values')
    const [options] = (found?.node['arguments'] ?? []) as Node[]
    const answer = options && propertiesOf(options).find(({ key }) => nameOf(key) === 'answer')
    return found && answer ? this.#schemaOf(answer['value'] as Node, found.module) : unknown
  }

  #schemaOf(node: Node, module: Module): Shape {
    if (node.type === 'Identifier') return this.schema(node, module)
    if (node.type !== 'CallExpression') return unknown
    const callee = node['callee'] as Node
    if (callee.type !== 'MemberExpression') return unknown
    const base = callee['object'] as Node
    const method = nameOf(callee['property'])
    const [first, second] = node['arguments'] as Node[]
    const isOfZod =
      nameOf(base) === 'z' || (base.type === 'MemberExpression' && nameOf(base['object']) === 'z')
    if (!isOfZod) {
      const before = this.#schemaOf(base, module)
      if (method === 'extend' && first) return intersection([before, this.#fields(first, module)])
      return method === 'nullable' ? union([before, of('null')]) : method === 'transform' ? unknown : before
    }
    return this.#made(method, [first, second], module)
  }

  #made(method: string, [first, second]: (Node | undefined)[], module: Module): Shape {
    const inner = (one: Node | undefined) => (one ? this.#schemaOf(one, module) : unknown)
    const all = (list: Node | undefined) => union(((list?.['elements'] ?? []) as Node[]).map(inner))
    const makers: Record<string, () => Shape> = {
      enum: () => this.#enum(first, module),
      literal: () => literalOf(first?.['value']),
      array: () => arrayOf(inner(first)),
      nullable: () => union([inner(first), of('null')]),
      union: () => all(first),
      discriminatedUnion: () => all(second),
      object: () => (first ? this.#fields(first, module) : unknown),
      strictObject: () => (first ? this.#fields(first, module) : unknown),
      boolean: () => of('boolean'),
      int: () => of('number'),
      number: () => of('number'),
      record: () => unknown,
      unknown: () => unknown,
      any: () => unknown,
      lazy: () => unknown,
    }
    return makers[method]?.() ?? of('string')
  }

  #enum(values: Node | undefined, module: Module): Shape {
    const [texts] = values ? this.#evaluator.evaluate(values, { module, known: new Map() }) : []
    return Array.isArray(texts) ? union(texts.map(shapeOfValue)) : of('string')
  }

  /** The fields of an object of schemas. */
  #fields(node: Node, module: Module): Shape {
    if (node.type === 'Identifier') {
      const found = this.#modules.find(module, nameOf(node), 'values')
      return found ? this.#fields(found.node, found.module) : unknown
    }
    if (node.type === 'MemberExpression' && nameOf(node['property']) === 'shape')
      return this.#schemaOf(node['object'] as Node, module)
    if (node.type !== 'ObjectExpression') return unknown
    const fields = new Map<string, Property>()
    for (const one of node['properties'] as Node[]) {
      if (one.type === 'SpreadElement')
        for (const [name, field] of this.#fields(one['argument'] as Node, module).properties ?? [])
          fields.set(name, field)
      else
        fields.set(nameOf(one['key']), {
          shape: () => this.#schemaOf(one['value'] as Node, module),
          optional: false,
        })
    }
    return object(fields)
  }
}

/** The properties of an object as it is written. */
export function propertiesOf(node: Node): Node[] {
  const inner = node['expression']
  if (node.type.startsWith('TS') && isNode(inner)) return propertiesOf(inner)
  return node.type === 'ObjectExpression'
    ? (node['properties'] as Node[]).filter(({ key }) => isNode(key))
    : []
}
