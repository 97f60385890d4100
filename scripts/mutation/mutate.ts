import { isNode, type Node, readSource } from '../check/boundaries/source.ts'
import { lineAt } from '../check/findings.ts'
import { changesOfSql } from './sql.ts'

/** One small change of a file. */
export type Mutant = { line: number; start: number; end: number; from: string; to: string }

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
}
const methods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  some: 'every',
  every: 'some',
}

/**
 * All mutations of a file, in the order of their positions. Types, imports and property names are left alone.
 * @param only the top-level declarations that are mutated; all by default
 * @throws Error when the file does not have one of them
 */
export function mutantsOf(file: string, text: string, only: readonly string[] = []): Mutant[] {
  const found: Mutant[] = []
  const replace = (start: number, end: number, to: string): void => {
    found.push({ line: lineAt(text, start), start, end, from: text.slice(start, end), to })
  }
  const { program } = readSource(file, text)
  const roots = only.length === 0 ? [program] : only.map((name) => declarationOf(program, name))
  for (const root of roots)
    visit(root, null, '', (node, parent, key) => mutateNode(node, parent, key, text, replace))
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function declarationOf(program: Node, name: string): Node {
  for (const statement of (program['body'] ?? []) as Node[]) {
    const declaration = (statement['declaration'] ?? statement) as Node
    const named = [declaration, ...((declaration['declarations'] ?? []) as Node[])]
    if (named.some(({ id }) => isNode(id) && id['name'] === name)) return statement
  }
  throw new Error(`nothing at the top is called ${name}`)
}

/** The text with one mutation applied. */
export const applyMutant = (text: string, { start, end, to }: Mutant): string =>
  text.slice(0, start) + to + text.slice(end)

type Visit = (node: Node, parent: Node | null, key: string) => void

function visit(node: Node, parent: Node | null, key: string, each: Visit): void {
  if (/^(TS(?!AsExpression|NonNull|Satisfies)|ImportDeclaration|ExportAllDeclaration)/.test(node.type)) return
  each(node, parent, key)
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, node, name, each)
  }
}

type Replace = (start: number, end: number, to: string) => void

function mutateNode(node: Node, parent: Node | null, key: string, text: string, replace: Replace): void {
  const { start, end, type } = node
  if (isStatementText(node, parent)) return mutateSql(node, text, replace)
  if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression')
    mutateOperator(node, text, replace)
  if (key === 'test' && isNode(node) && parent !== null && /^(If|Conditional)/.test(parent.type)) {
    replace(start, end, 'true')
    replace(start, end, 'false')
  }
  mutateStatement(node, parent, replace)
  mutateValue(node, parent, key, text, replace)
}

/** The functions that run a statement: they take a connection, the statement's name and its SQL text. */
const runners = ['run', 'one', 'many', 'maybe']

/** Whether a node is the name or the SQL text of a statement. The name is a label that changes nothing. */
function isStatementText(node: Node, parent: Node | null): boolean {
  if (parent?.type !== 'CallExpression' || !node.type.endsWith('Literal')) return false
  const [, name, sql] = parent['arguments'] as Node[]
  return runners.includes(String((parent['callee'] as Node)['name'])) && (node === name || node === sql)
}

function mutateSql({ start, end }: Node, text: string, replace: Replace): void {
  for (const change of changesOfSql(text.slice(start, end)))
    replace(start + change.start, start + change.end, change.to)
}

function mutateValue(node: Node, parent: Node | null, key: string, text: string, replace: Replace): void {
  const { start, end, type } = node
  if (type === 'UnaryExpression' && (node['operator'] === '!' || node['operator'] === '-'))
    replace(start, start + 1, '')
  if (type === 'UpdateExpression') replace(start, end, swapUpdate(text.slice(start, end)))
  if (type === 'Identifier' && key === 'property' && parent?.['computed'] === false)
    mutateMethod(node, replace)
  if (type === 'Literal' && !isName(parent, key)) mutateLiteral(node, replace)
}

function mutateStatement(node: Node, parent: Node | null, replace: Replace): void {
  const { start, end, type } = node
  if (type === 'ExpressionStatement' && !node['directive']) replace(start, end, ';')
  if (type === 'ThrowStatement' || type === 'ContinueStatement' || isEarlyReturn(node, parent))
    replace(start, end, ';')
}

/** Whether a node is a return statement directly inside an `if`. */
const isEarlyReturn = ({ type }: Node, parent: Node | null): boolean =>
  type === 'ReturnStatement' && parent?.type === 'IfStatement'

const isName = (parent: Node | null, key: string): boolean =>
  (parent?.type === 'Property' && key === 'key') || parent?.type === 'ExportNamedDeclaration'

function mutateOperator(node: Node, text: string, replace: Replace): void {
  const { left, right } = node as unknown as { left: Node; right: Node }
  const operator = String(node['operator'])
  const between = text.slice(left.end, right.start)
  const at = left.end + between.indexOf(operator)
  for (const other of operators[operator] ?? []) replace(at, at + operator.length, other)
  if (operator === '??') replace(node.start, node.end, `(${text.slice(right.start, right.end)})`)
}

const swapUpdate = (text: string): string =>
  text.includes('++') ? text.replace('++', '--') : text.replace('--', '++')

function mutateMethod(node: Node, replace: Replace): void {
  const other = Object.hasOwn(methods, String(node['name'])) ? methods[String(node['name'])] : undefined
  if (other !== undefined) replace(node.start, node.end, other)
}

function mutateLiteral(node: Node, replace: Replace): void {
  const { start, end, value } = node
  if (typeof value === 'number') replace(start, end, String(value + 1))
  if (typeof value === 'bigint') replace(start, end, `${value + 1n}n`)
  if (typeof value === 'boolean') replace(start, end, String(!value))
  if (typeof value === 'string') replace(start, end, value === '' ? "'mutated'" : "''")
}
