import { type Finding, lineAt } from '../findings.ts'
import { isTest } from './layers.ts'
import { isNode, type Node, type Source, walk } from './source.ts'

/** Programs that pass the whole environment to readConfig once, when they start. */
const starts = /^(server\/(src\/main|demo)\/|sandbox\/src\/main\.ts$)/
const free = /^(scripts|deploy|e2e|proof|bench|web\/scripts)\/|(^|\/)config\.ts$|\.config\.ts$/

/** Finds reads of the environment outside config.ts, scripts and tests. */
export function checkEnvironment({ file, program, text }: Source): Finding[] {
  if (free.test(file) || isTest(file)) return []
  const findings: Finding[] = []
  walk(program, (node, [parent]) => {
    if (!isEnvironment(node)) return
    const isHandedOver = parent?.type !== 'MemberExpression' && parent?.type !== 'VariableDeclarator'
    if (starts.test(file) && isHandedOver) return
    findings.push({
      file,
      line: lineAt(text, node.start),
      message: 'only config.ts reads the environment; take the setting from the config',
    })
  })
  return findings
}

function isEnvironment(node: Node): boolean {
  const { object, property } = node as { object?: unknown; property?: unknown }
  return (
    node.type === 'MemberExpression' &&
    isNode(object) &&
    object['name'] === 'process' &&
    isNode(property) &&
    (property['name'] === 'env' || property['value'] === 'env')
  )
}
