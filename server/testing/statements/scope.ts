import { isNode, type Node } from '../../../scripts/check/boundaries/source.ts'
import { functionsAround, isFunction, type Module, nameOf } from './modules.ts'
import type { Value } from './values.ts'

/** The parameters of a function with the values of a call; of a pattern the known properties. */
export function bind(fn: Node, args: readonly (Value | undefined)[]): Map<string, Value> {
  const bound = new Map<string, Value>()
  const give = (target: Node, value: Value | undefined): void => {
    if (target.type === 'AssignmentPattern')
      return give(target['left'] as Node, value ?? ((target['right'] as Node)['value'] as Value | undefined))
    if (target.type === 'Identifier' && value !== undefined) bound.set(nameOf(target), value)
    if (target.type === 'ArrayPattern' && Array.isArray(value))
      (target['elements'] as (Node | null)[]).forEach((one, place) => one && give(one, value[place]))
    if (target.type === 'ObjectPattern' && typeof value === 'object' && value !== null)
      for (const property of target['properties'] as Node[])
        if (property.type === 'Property')
          give(property['value'] as Node, (value as Record<string, Value>)[nameOf(property['key'])])
  }
  for (const [place, target] of (fn['params'] as Node[]).entries())
    if (target.type === 'RestElement')
      give(
        target['argument'] as Node,
        args.slice(place).filter((value) => value !== undefined),
      )
    else give(target, args[place])
  return bound
}

/** The variable of a surrounding function: its initial value, and the property of it; null for a parameter. */
export function localOf(
  module: Module,
  node: Node,
  name: string,
): { init: Node | null; key: string | null } | undefined {
  for (const fn of functionsAround(module, node)) {
    if ((fn['params'] as Node[]).some((one) => bindsName(one, name))) return { init: null, key: null }
    for (const { id, init } of variablesOf(fn['body'] as Node)) {
      if (nameOf(id) === name) return { init, key: null }
      if (id.type !== 'ObjectPattern') continue
      for (const property of id['properties'] as Node[])
        if (nameOf(property['value']) === name) return { init, key: nameOf(property['key']) }
    }
  }
  return undefined
}

export function bindsName(target: Node, name: string): boolean {
  if (nameOf(target) === name) return true
  if (target.type === 'AssignmentPattern') return bindsName(target['left'] as Node, name)
  if (target.type === 'RestElement') return bindsName(target['argument'] as Node, name)
  const inner = [...((target['properties'] ?? []) as Node[]), ...((target['elements'] ?? []) as Node[])]
  return inner.some((one) => one && bindsName(one.type === 'Property' ? (one['value'] as Node) : one, name))
}

function* variablesOf(node: Node): Generator<{ id: Node; init: Node | null }> {
  for (const child of within(node))
    if (child.type === 'VariableDeclaration')
      yield* child['declarations'] as { id: Node; init: Node | null }[]
}

export function returnsOf(body: Node): Node[] {
  const found: Node[] = []
  for (const child of within(body))
    if (child.type === 'ReturnStatement' && isNode(child['argument'])) found.push(child['argument'])
  return found
}

/** The nodes of a function's body, without those of functions inside it. */
function* within(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !isFunction(child)) yield* within(child)
}
