import { type Finding, lineAt } from '../findings.ts'
import { isNode, type Node, type Source, walk } from './source.ts'

// The screens' JSX gives each text an element of its own (web/src/jsx/lone-texts.ts), which a translated page needs. What
// that cannot see is checked here: a component whose whole output is a text, and elements that are made without JSX.

const isOfScreens = (file: string) =>
  /^web\/src\/.*\.tsx?$/.test(file) && !/^web\/src\/jsx\/|\.test\.tsx?$/.test(file)

/** Checks that no text of a screen can stand beside other elements. */
export function checkLoneTexts({ file, text, program, imports }: Source): Finding[] {
  if (!isOfScreens(file)) return []
  const findings: Finding[] = []
  const add = (line: number, message: string) => findings.push({ file, line, message })
  for (const { specifier, names, line } of imports) {
    if (specifier.startsWith('react/jsx') || names.some(({ imported }) => imported === 'createElement'))
      add(line, 'write elements as JSX: its texts stand alone, as a translated page needs')
  }
  if (!file.endsWith('.tsx')) return findings
  walk(program, (node, [above, aboveThat]) => {
    if (!isFunction(node) || !isComponentName(nameOf(node, above, aboveThat))) return
    for (const result of results(node))
      if (branches(result).some(isText))
        add(
          lineAt(text, result.start),
          'this component is only a text: give it an element (a translated page would crash)',
        )
  })
  return findings
}

const isFunction = ({ type }: Node) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration' || type === 'FunctionExpression'

const isComponentName = (name: unknown) => typeof name === 'string' && /^[A-Z][a-z]/.test(name)

function nameOf(node: Node, ...above: (Node | undefined)[]): unknown {
  const named = [node, ...above].find((one) => one?.type === 'VariableDeclarator' || isNode(one?.['id']))
  return (named?.['id'] as Node | undefined)?.['name']
}

/** What a function returns, without the functions inside it. */
function results(node: Node): Node[] {
  const body = node['body'] as Node
  if (body.type !== 'BlockStatement') return [body]
  const found: Node[] = []
  const go = (at: Node): void => {
    if (isFunction(at)) return
    if (at.type === 'ReturnStatement' && isNode(at['argument'])) found.push(at['argument'])
    for (const value of Object.values(at))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) go(child)
  }
  go(body)
  return found
}

/** Every value that an expression can have. */
function branches(node: Node): Node[] {
  const { consequent, alternate, left, right } = node as Node & Record<string, Node>
  if (node.type === 'ConditionalExpression' && consequent && alternate)
    return [...branches(consequent), ...branches(alternate)]
  if (node.type === 'LogicalExpression' && left && right)
    return [...(node['operator'] === '&&' ? [] : branches(left)), ...branches(right)]
  return [node]
}

const isText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
