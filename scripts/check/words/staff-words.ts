import { readSource, walk } from '../boundaries/source.ts'
import { lineAt } from '../findings.ts'

/** Words that English sentences have and Indonesian ones do not. */
const english =
  /\b(the|is|are|was|were|of|with|not|and|must|cannot|already|there|this|that|which|nothing|been|has|have|from|until|before|without|their|its?|by|for|known|refused|wrong|missing|days|hours|minutes)\b/i

/** What a clerk types or a program reads: options, placeholders, what stands in quotes, and names of settings and columns. */
const quoted = /docs\/[a-z-]+\.md|--[a-z-]+|<[^>]*>|\[[^\]]*\]|"[^"]*"|“[^”]*”|'[^']*'|\w+[:_]\w*/g

/** Properties whose texts are no sentences for staff. */
const notSaid = new Set(['example', 'use', 'see', 'limit', 'withoutSecondPair'])

/**
 * Finds English sentences in the file of a command: in strings and templates of several words, but for SQL, examples,
 * the limits of columns (for the pages of files), and what only developers read, errors of the program and its log.
 */
export function findEnglish(file: string, text: string): { word: string; line: number }[] {
  const found: { word: string; line: number }[] = []
  walk(readSource(file, text).program, (node, parents) => {
    const said = contentOf(node)
    if (said === null || !said.trim().includes(' ') || /^\s*(?:select|insert|update|with|union)\b/.test(said))
      return
    if (parents.some(isForDevelopers)) return
    const [word] = english.exec(said.replaceAll(quoted, '')) ?? []
    if (word !== undefined) found.push({ word, line: lineAt(text, node.start) })
  })
  return found
}

type Node = { type: string } & Record<string, unknown>

function isForDevelopers(node: Node): boolean {
  const callee = node['callee'] as Node | undefined
  if (node.type === 'Property') return notSaid.has(String((node['key'] as Node)['name']))
  if (node.type === 'VariableDeclarator') return String((node['id'] as Node)['name']).endsWith('Limit')
  if (node.type === 'NewExpression') return callee?.['name'] === 'Error'
  if (node.type !== 'CallExpression') return node.type.startsWith('Import') || node.type === 'TSLiteralType'
  const method = (callee?.['property'] as Node | undefined)?.['name']
  return (
    callee?.type === 'Super' ||
    /^(required|optional|added)Column$/.test(String(callee?.['name'])) ||
    ['pass', 'debug', 'info', 'warn', 'error', 'collect', 'one', 'many', 'maybe'].includes(
      String(method ?? callee?.['name']),
    )
  )
}

function contentOf({ type, value }: Node): string | null {
  if (type === 'TemplateElement') return (value as { cooked: string | null }).cooked
  return type === 'Literal' && typeof value === 'string' ? value : null
}
