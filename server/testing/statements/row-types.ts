import { isNode, type Node } from '../../../scripts/check/boundaries/source.ts'
import type { Evaluator } from './evaluate.ts'
import { functionsAround, type Module, type Modules, nameOf } from './modules.ts'
import { propertiesOf, Schemas } from './schemas.ts'
import {
  arrayOf,
  indexed,
  intersection,
  keysOf,
  literalOf,
  mapped,
  object,
  of,
  type Property,
  type Shape,
  shapeOfValue,
  union,
  unknown,
  utilities,
} from './shape.ts'

type Given = ReadonlyMap<string, Shape>

const keywords: Record<string, Shape> = {
  TSStringKeyword: of('string'),
  TSNumberKeyword: of('number'),
  TSBooleanKeyword: of('boolean'),
  TSBigIntKeyword: of('bigint'),
  TSNullKeyword: of('null'),
  TSUndefinedKeyword: of('undefined'),
  TSTemplateLiteralType: of('string'),
}
const named: Record<string, Shape> = { Date: of('Date'), Buffer: of('Buffer'), Uint8Array: of('Buffer') }

/** Reads types from the source; the compiler has no interface for it. What it does not know becomes `any`. */
export class Types {
  readonly #modules: Modules
  readonly #evaluator: Evaluator
  readonly #schemas: Schemas

  constructor(modules: Modules, evaluator: Evaluator) {
    this.#modules = modules
    this.#evaluator = evaluator
    this.#schemas = new Schemas(modules, evaluator)
  }

  shapeOf(node: Node, module: Module, given: Given = new Map()): Shape {
    const inside = (name: string) => this.shapeOf(node[name] as Node, module, given)
    const keyword = keywords[node.type]
    if (keyword) return keyword
    switch (node.type) {
      case 'TSParenthesizedType':
        return inside('typeAnnotation')
      case 'TSTypeLiteral':
        return this.#literalType(node['members'] as Node[], module, given)
      case 'TSLiteralType':
        return literalOf((node['literal'] as Node)['value'])
      case 'TSArrayType':
        return arrayOf(inside('elementType'))
      case 'TSTupleType':
        return arrayOf(
          union(
            (node['elementTypes'] as Node[]).map((one) =>
              this.shapeOf(
                one.type === 'TSNamedTupleMember' ? (one['elementType'] as Node) : one,
                module,
                given,
              ),
            ),
          ),
        )
      case 'TSUnionType':
        return union((node['types'] as Node[]).map((one) => this.shapeOf(one, module, given)))
      case 'TSIntersectionType':
        return intersection((node['types'] as Node[]).map((one) => this.shapeOf(one, module, given)))
      case 'TSTypeOperator':
        return node['operator'] === 'keyof' ? keysOf(inside('typeAnnotation')) : inside('typeAnnotation')
      case 'TSIndexedAccessType':
        return indexed(inside('objectType'), inside('indexType'))
      case 'TSTypeQuery':
        return this.#typeOf(node['exprName'] as Node, module)
      case 'TSMappedType':
        return mapped(
          inside('constraint'),
          (key) =>
            this.shapeOf(
              node['typeAnnotation'] as Node,
              module,
              new Map([...given, [nameOf(node['key']), literalOf(key)]]),
            ),
          Boolean(node['optional']),
        )
      case 'TSTypeReference':
        return this.#reference(node, module, given)
      default:
        return unknown
    }
  }

  #literalType(members: Node[], module: Module, given: Given): Shape {
    const properties = new Map<string, Property>()
    for (const member of members) {
      if (member.type !== 'TSPropertySignature') continue
      const key = member['key'] as Node
      const annotation = member['typeAnnotation'] as Node | null
      properties.set(nameOf(key) || String(key['value']), {
        shape: () =>
          annotation ? this.shapeOf(annotation['typeAnnotation'] as Node, module, given) : unknown,
        optional: Boolean(member['optional']),
      })
    }
    return object(properties)
  }

  #reference(node: Node, module: Module, given: Given): Shape {
    const args = ((node['typeArguments'] as Node | null)?.['params'] ?? []) as Node[]
    const name = nameOf(node['typeName'])
    if (args[0]?.type === 'TSTypeQuery') {
      const of = args[0]['exprName'] as Node
      if (name === '') return this.#schemas.schema(of, module)
      if (name === 'EndpointAnswer') return this.#schemas.answerOf(of, module)
    }
    const parameter = given.get(name)
    if (parameter) return parameter
    const shapes = args.map((one) => this.shapeOf(one, module, given))
    const found = localType(module, node, name) ?? this.#modules.find(module, name, 'types')
    if (!found) return named[name] ?? utilities[name]?.(shapes[0] ?? unknown, shapes[1] ?? unknown) ?? unknown
    return this.#applied(found, shapes)
  }

  /** A declared type with the shapes of its parameters. */
  #applied({ node, module }: { node: Node; module: Module }, shapes: readonly Shape[]): Shape {
    const parameters = ((node['typeParameters'] as Node | null)?.['params'] ?? []) as Node[]
    const inner = new Map(
      parameters.map((one, place) => [
        nameOf(one['name']),
        shapes[place] ?? (isNode(one['default']) ? this.shapeOf(one['default'], module) : unknown),
      ]),
    )
    if (node.type === 'TSTypeAliasDeclaration')
      return this.shapeOf(node['typeAnnotation'] as Node, module, inner)
    return this.#literalType((node['body'] as Node)['body'] as Node[], module, inner)
  }

  /** `typeof x` of a constant. */
  #typeOf(node: Node, module: Module): Shape {
    const found = this.#modules.find(module, nameOf(node), 'values')
    if (!found) return unknown
    const [value] = this.#evaluator.evaluate(found.node, { module: found.module, known: new Map() })
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return value === undefined ? unknown : shapeOfValue(value)
    // The keys count also where the values are not known.
    const keys = [...propertiesOf(found.node)].map(({ key }) => nameOf(key) || String((key as Node)['value']))
    const known = shapeOfValue(value).properties
    return object(
      new Map(
        [...new Set([...keys, ...(known?.keys() ?? [])])].map((key) => [
          key,
          known?.get(key) ?? { shape: () => unknown, optional: false },
        ]),
      ),
    )
  }
}

/** A type that is declared inside a function around the place where it is used. */
function localType(module: Module, at: Node, name: string): { module: Module; node: Node } | undefined {
  for (const fn of functionsAround(module, at)) {
    const statements = (fn['body'] as Node)['body']
    if (!Array.isArray(statements)) continue
    const node = (statements as Node[]).find(
      (one) => one.type === 'TSTypeAliasDeclaration' && nameOf(one['id']) === name,
    )
    if (node) return { module, node }
  }
  return undefined
}
