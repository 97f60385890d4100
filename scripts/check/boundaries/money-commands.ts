import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isTest } from './layers.ts'
import { isNode, type Node, readSource, type Source, walk } from './source.ts'
import { lineAt } from '../findings.ts'
import { listFiles } from '../tree.ts'

/** A command of the server that moves money, and where it is declared. */
export type MoneyCommand = { operation: string; file: string; line: number }

/** A declaration at the top of a file. `uses` has all names in it, `moves` says whether it contains SQL that moves money. */
type Declaration = { uses: Set<string>; moves: boolean }

type File = {
  declarations: Map<string, Declaration>
  /** What an imported or re-exported local name is called, and in which file. */
  imports: Map<string, { file: string; name: string }>
}

/**
 * Matches SQL that moves or holds money, or changes what is owed to lenders or ordered from a bank. The first three
 * tables are the ledger's, which only the ledger writes (`npm run boundaries`).
 */
const moving =
  /\b(insert\s+into|update|delete\s+from)\s+(transfer|hold|withdrawal|disbursement_order|loan_servicing|write_off|restructuring)\b|\bupdate\s+account\b/i

/**
 * The commands from which SQL that moves money can be reached, by following the names that a declaration uses
 * through all files. A name that is used and not called counts too, so the list is rather too long than too short.
 */
export function moneyCommands(root: string): MoneyCommand[] {
  const sources = sourcesOf(root, ['server/src/**/*.ts'])
  const files = new Map(sources.map((source) => [source.file, readFile(source)]))
  const moves = reachability(files)
  const commands = sources.flatMap((source) =>
    commandsOf(source)
      .filter(({ declaration }) => moves(source.file, declaration))
      .map(({ operation, start }) => ({ operation, file: source.file, line: lineAt(source.text, start) })),
  )
  // A declaration with several names, as `const { a, b } = ...`, is found once for each of them.
  const distinct = new Map(commands.map((command) => [`${command.operation} ${command.file}`, command]))
  return [...distinct.values()].toSorted((one, other) => one.operation.localeCompare(other.operation))
}

/** A command that staff may run, with what it declares of the second pair of eyes: one of the two, or a fault. */
export type StaffCommand = MoneyCommand & { declares: 'secondPair' | 'withoutSecondPair' | null }

/** The commands of the server, and of the demo data that its start fills in, that staff may run. */
export const staffCommands = (root: string): StaffCommand[] =>
  sourcesOf(root, ['server/src/**/*.ts', 'server/demo/**/*.ts']).flatMap((source) =>
    commandsOf(source).flatMap(({ operation, start, definition }) => {
      if (!JSON.stringify(propertyOf(definition, 'permit')).includes('"operator"')) return []
      const declared = (['secondPair', 'withoutSecondPair'] as const).filter((name) =>
        propertyOf(definition, name),
      )
      const [declares = null, ...more] = declared
      return [
        {
          operation,
          file: source.file,
          line: lineAt(source.text, start),
          declares: more.length > 0 ? null : declares,
        },
      ]
    }),
  )

const sourcesOf = (root: string, patterns: string[]): Source[] =>
  listFiles(root, patterns)
    .filter((file) => !isTest(file))
    .map((file) => readSource(file, readFileSync(path.join(root, file), 'utf8')))

/** Answers whether SQL that moves money can be reached from a declaration of a file. */
function reachability(files: ReadonlyMap<string, File>): (file: string, name: string) => boolean {
  const callers = new Map<string, string[]>()
  const found: string[] = []
  for (const [file, { declarations, imports }] of files) {
    for (const [local, { file: from, name }] of imports) addTo(callers, `${from} ${name}`, `${file} ${local}`)
    for (const [name, { uses, moves }] of declarations) {
      if (moves) found.push(`${file} ${name}`)
      for (const used of uses) addTo(callers, `${file} ${used}`, `${file} ${name}`)
    }
  }
  const reached = new Set(found)
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    for (const caller of callers.get(next) ?? []) {
      if (reached.has(caller)) continue
      reached.add(caller)
      found.push(caller)
    }
  }
  return (file, name) => reached.has(`${file} ${name}`)
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function readFile(source: Source): File {
  const imports: File['imports'] = new Map()
  for (const { specifier, typeOnly, names } of source.imports) {
    if (typeOnly || !specifier.startsWith('.')) continue
    const file = path.posix.join(path.posix.dirname(source.file), specifier)
    for (const { imported, local } of names) imports.set(local, { file, name: imported })
  }
  return {
    imports,
    declarations: new Map(declarationsOf(source).map(([name, node]) => [name, describe(node)])),
  }
}

/** The declarations at the top of a file by their names; everything else there is one declaration without a name. */
function declarationsOf({ program }: Source): [name: string, node: Node][] {
  return (program['body'] as Node[]).flatMap((statement): [string, Node][] => {
    const inner = statement['declaration']
    const node = isNode(inner) ? inner : statement
    if (node.type === 'VariableDeclaration') {
      return (node['declarations'] as Node[]).flatMap((one) =>
        namesIn(one['id'] as Node).map((name): [string, Node] => [name, one]),
      )
    }
    return isNode(node['id']) ? [[node['id']['name'] as string, node]] : []
  })
}

const namesIn = (pattern: Node): string[] => {
  const names: string[] = []
  walk(pattern, (node) => {
    if (node.type === 'Identifier') names.push(node['name'] as string)
  })
  return names
}

function describe(declaration: Node): Declaration {
  const uses = new Set<string>()
  let moves = false
  walk(declaration, (node, [parent]) => {
    if (node.type === 'Identifier' && !isPropertyName(node, parent)) uses.add(node['name'] as string)
    moves ||= moving.test(textOf(node))
  })
  return { uses, moves }
}

/** Whether a name is that of a property, as in `a.name` and `{ name: a }`, and thus no variable. */
const isPropertyName = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) ||
  (parent?.type === 'Property' && parent['key'] === node && parent['shorthand'] !== true)

/** The text of a literal or of a part of a template. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return String(node['value'])
  return node.type === 'TemplateElement' ? (node['value'] as { raw: string }).raw : ''
}

type FoundCommand = { operation: string; declaration: string; start: number; definition: Node | undefined }

/** The commands of a file with the declarations that contain them. */
function commandsOf(source: Source): FoundCommand[] {
  const declared = declarationsOf(source)
  return declared.flatMap(([declaration, node]) => {
    const found: FoundCommand[] = []
    walk(node, (call) => {
      const callee = call['callee'] as Node | undefined
      if (call.type !== 'CallExpression' || !/^(batchM|m)utation$/.test(String(callee?.['name']))) return
      const operation = operationOf(call, new Map(declared))
      if (operation === null)
        throw new Error(`${source.file}:${lineAt(source.text, call.start)}: a command without a literal name`)
      const [definition] = call['arguments'] as Node[]
      found.push({ operation, declaration, start: call.start, definition })
    })
    return found
  })
}

/** The name of a command: a literal, or a constant of its file. */
function operationOf(call: Node, declared: ReadonlyMap<string, Node>): string | null {
  const [definition] = call['arguments'] as Node[]
  const value = propertyOf(definition, 'operation')
  const literal =
    value?.type === 'Identifier'
      ? (declared.get(value['name'] as string)?.['init'] as Node | undefined)
      : value
  return typeof literal?.['value'] === 'string' ? literal['value'] : null
}

/** The value of a property of an object literal. */
const propertyOf = (definition: Node | undefined, name: string): Node | undefined =>
  (definition?.['properties'] as Node[] | undefined)?.find(
    (one) => (one['key'] as Node | undefined)?.['name'] === name,
  )?.['value'] as Node | undefined
