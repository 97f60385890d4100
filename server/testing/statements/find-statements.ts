import { lineAt } from '../../../scripts/check/findings.ts'
import { type Node, walk } from '../../../scripts/check/boundaries/source.ts'
import type { Evaluator } from './evaluate.ts'
import type { Place, Value } from './values.ts'
import { functionsAround, type Module, nameOf } from './modules.ts'
import { bind, bindsName, localOf } from './scope.ts'

/** A statement as the source writes it. */
export type Written = {
  module: Module
  line: number
  /** Its name, or file and line of one without. */
  name: string
  /** Null where the text cannot be known without running the program. */
  text: string | null
  /** How many values it is given; null where they are not written out. */
  values: number | null
  /** The type that its rows are said to have; null where nothing reads them by name. */
  row: Node | null
}

const senders = new Set(['many', 'maybe', 'one', 'run'])

/** Every statement that a module sends, each alternative of a choice by itself. */
export function statementsOf(module: Module, evaluator: Evaluator): Written[] {
  const found: Written[] = []
  if (!/\b(many|maybe|one|run|query)\b/.test(module.text)) return found
  for (const node of module.parents.keys()) {
    if (node.type !== 'CallExpression') continue
    const asked = askedBy(node)
    if (!asked) continue
    const line = lineAt(module.text, node.start)
    const texts = textsOf(module, evaluator, asked)
    const rest = { module, line, values: countOf(asked.values), row: rowOf(module, node, asked.sender) }
    const where = `${module.file}:${line}`
    if (texts.length === 0) found.push({ ...rest, name: where, text: null })
    for (const { name, text } of texts) found.push({ ...rest, name: name ?? where, text })
  }
  return found
}

type Asked = {
  sender: string
  name?: Node | undefined
  text?: Node | undefined
  values?: Node | undefined
  whole?: Node
}

/** What a call sends to the database; undefined for any other call. */
function askedBy(call: Node): Asked | undefined {
  const callee = call['callee'] as Node
  const [first, name, text, values] = call['arguments'] as (Node | undefined)[]
  if (senders.has(nameOf(callee)) && first && name && text)
    return { sender: nameOf(callee), name, text, values }
  if (callee.type !== 'MemberExpression' || nameOf(callee['property']) !== 'query' || !first) return undefined
  if (first.type === 'Literal' || first.type === 'TemplateLiteral')
    return { sender: 'query', text: first, values: name }
  if (first.type !== 'ObjectExpression') return { sender: 'query', whole: first }
  const property = (of: string) =>
    (first['properties'] as Node[]).find(({ key }) => nameOf(key) === of)?.['value'] as Node | undefined
  return { sender: 'query', name: property('name'), text: property('text'), values: property('values') }
}

function textsOf(
  module: Module,
  evaluator: Evaluator,
  { name, text, whole }: Asked,
): { name: string | null; text: string }[] {
  const expressions = [name, text, whole].filter((one) => one !== undefined)
  return placesOf(module, evaluator, expressions, { module, known: new Map() }).flatMap((at) => {
    if (whole)
      return evaluator.evaluate(whole, at).flatMap((value) => {
        const object = (typeof value === 'string' ? { text: value } : value) as Record<string, Value> | null
        return typeof object?.['text'] === 'string'
          ? [{ name: (object['name'] as string | undefined) ?? null, text: object['text'] }]
          : []
      })
    const names = name ? evaluator.evaluate(name, at) : [null]
    const found = text ? evaluator.evaluate(text, at) : []
    // Two choices that are made together, e.g. `pages[kind].name` and `pages[kind].text`.
    if (names.length === found.length) return found.map((one, place) => pair(names[place], one))
    return names.length === 1 ? found.map((one) => pair(names[0], one)) : []
  })
}

const pair = (name: Value | undefined, text: Value) => ({
  name: (name as string | null) ?? null,
  text: text as string,
})

/** How many calls were followed, and the variables that are being followed: one may be named in what it is made of. */
type Way = { depth: number; open: readonly Node[] }

/**
 * The calls of the functions around a statement, and the choices of their variables, that its expressions depend on:
 * each with the values of parameters and variables.
 */
function placesOf(
  module: Module,
  evaluator: Evaluator,
  expressions: Node[],
  at: Place,
  { depth, open }: Way = { depth: 0, open: [] },
): Place[] {
  let places = [at]
  for (const expression of expressions) {
    for (const { name, node } of identifiersIn(expression)) {
      const local = localOf(module, node, name)
      if (!local || places.some(({ known }) => known.has(name))) continue
      if (local.init && open.includes(local.init)) continue
      places = local.init
        ? chosen(
            evaluator,
            placesOf(module, evaluator, [local.init], at, { depth, open: [...open, local.init] }),
            local,
            {
              name,
              node,
              places,
              module,
            },
          )
        : called(module, evaluator, name, node, { depth, open })
      if (places.length === 0) return [at]
    }
  }
  return places
}

type Wanted = { name: string; node: Node; places: Place[]; module: Module }

/** One place for each value of a variable; the other variables of the same pattern go with it. */
function chosen(
  evaluator: Evaluator,
  of: Place[],
  { init, key }: { init: Node | null; key: string | null },
  { name, node, places, module }: Wanted,
): Place[] {
  if (!init) return places
  const values = of
    .flatMap((at) => evaluator.evaluate(init, at))
    .filter((value) => key === null || (typeof value === 'object' && value !== null && key in value))
  return places.flatMap(({ known }) =>
    values.map((value) => {
      const more = new Map(known)
      if (key === null) more.set(name, value)
      else
        for (const [other, one] of Object.entries((value ?? {}) as Record<string, Value>))
          if (localOf(module, node, other)?.init === init) more.set(other, one)
      return { module, known: more }
    }),
  )
}

/** One place for each call, in the same module, of the function that has this parameter. */
function called(
  module: Module,
  evaluator: Evaluator,
  name: string,
  node: Node,
  { depth, open }: Way,
): Place[] {
  const fn = [...functionsAround(module, node)].find((one) =>
    (one['params'] as Node[]).some((target) => bindsName(target, name)),
  )
  const parent = fn && module.parents.get(fn)
  const called = fn && (nameOf(fn['id']) || nameOf(parent?.['id']))
  if (!fn || !called || depth > 3) return []
  const places: Place[] = []
  walk(module.program, (call) => {
    if (call.type !== 'CallExpression' || nameOf(call['callee']) !== called) return
    const args = call['arguments'] as Node[]
    for (const at of placesOf(
      module,
      evaluator,
      args,
      { module, known: new Map() },
      { depth: depth + 1, open },
    )) {
      let all: (Value | undefined)[][] = [[]]
      for (const arg of args) {
        const values = evaluator.evaluate(arg, at)
        all = all.flatMap((one) => (values.length > 0 ? values : [undefined]).map((value) => [...one, value]))
      }
      for (const values of all) places.push({ module, known: bind(fn, values) })
    }
  })
  return places
}

function identifiersIn(node: Node): { name: string; node: Node }[] {
  const found: { name: string; node: Node }[] = []
  walk(node, (one) => {
    if (one.type === 'Identifier') found.push({ name: nameOf(one), node: one })
  })
  return found
}

function countOf(values: Node | undefined): number | null {
  if (!values) return 0
  if (values.type !== 'ArrayExpression') return null
  const elements = values['elements'] as Node[]
  return elements.some((one) => one.type === 'SpreadElement') ? null : elements.length
}

/** The row type of a call: as it is written, or as the function or variable says that takes the rows at once. */
function rowOf(module: Module, call: Node, sender: string): Node | null {
  const [written] = argumentsOf(call)
  if (written) return written
  if (sender === 'run' || sender === 'query') return null
  let at = call
  let above = module.parents.get(at)
  while (above && ['AwaitExpression', 'ParenthesizedExpression'].includes(above.type)) {
    at = above
    above = module.parents.get(at)
  }
  if (!above) return null
  const type = above.type === 'VariableDeclarator' ? annotated(above['id']) : promisedBy(module, at, above)
  return type ? taken(type, sender) : null
}

const argumentsOf = (node: Node): Node[] =>
  ((node['typeArguments'] as Node | null)?.['params'] ?? []) as Node[]

const annotated = (id: unknown): Node | undefined =>
  ((id as Node)['typeAnnotation'] as Node | null)?.['typeAnnotation'] as Node | undefined

/** What the function around an expression promises, where it gives the expression as it is. */
function promisedBy(module: Module, at: Node, above: Node): Node | undefined {
  const fn = above.type === 'ReturnStatement' ? functionsAround(module, above).next().value : above
  if (!fn || (fn === above && fn['body'] !== at)) return undefined
  const returns = fn['returnType'] as Node | null | undefined
  return returns ? argumentsOf(returns['typeAnnotation'] as Node)[0] : undefined
}

/** The type of one row of what `many`, `maybe` or `one` gives. */
function taken(type: Node, sender: string): Node | null {
  const { start, end } = type
  if (type.type === 'TSUnknownKeyword' || type.type === 'TSVoidKeyword') return null
  if (sender === 'many') {
    const number = { type: 'TSNumberKeyword', start, end }
    return { type: 'TSIndexedAccessType', objectType: type, indexType: number, start, end }
  }
  const undefinedType = { type: 'TSUndefinedKeyword', start, end }
  return {
    type: 'TSTypeReference',
    typeName: { type: 'Identifier', name: 'Exclude', start, end },
    typeArguments: { type: 'TSTypeParameterInstantiation', params: [type, undefinedType], start, end },
    start,
    end,
  }
}
