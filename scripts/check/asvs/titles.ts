import { readSource, type Node, walk } from '../boundaries/source.ts'

/** The files that `npm run verify` runs: those of the projects of vitest.config.ts and of e2e/vitest.config.ts. */
const run =
  /^(?:(?:contract|sandbox|web)\/src|web\/scripts|server|scripts|deploy|proof|bench)\/.*\.test\.ts$|^web\/src\/.*\.test\.tsx$|^e2e\/src\/.*\.e2e\.ts$/

export const isRunTest = (file: string): boolean => run.test(file)

const tests: ReadonlySet<string> = new Set(['test', 'it', 'journey'])
export const testsAndGroups: ReadonlySet<string> = new Set([...tests, 'describe'])

/** The titles of the tests in a file as they are written, without those that are skipped. */
export function titlesOf(file: string, text: string, calls = tests): string[] {
  const titles: { title: string; start: number }[] = []
  const skipped: Node[] = []
  walk(readSource(file, text).program, (node) => {
    if (node.type !== 'CallExpression') return
    const [name = '', ...further] = namesOf(node['callee'] as Node)
    const isSkipped = further.some((one) => one === 'skip' || one === 'todo')
    if (isSkipped) skipped.push(node)
    const title = calls.has(name) && !isSkipped ? textOf((node['arguments'] as Node[])[0], text) : null
    if (title !== null) titles.push({ title, start: node.start })
  })
  return titles
    .filter(({ start }) => !skipped.some((block) => block.start <= start && start < block.end))
    .map(({ title }) => title)
}

/** The names of what is called: `test.each(rows)(…)` has test and each. */
function namesOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'MemberExpression')
    return [...namesOf(callee['object'] as Node), ...namesOf(callee['property'] as Node)]
  return callee.type === 'CallExpression' ? namesOf(callee['callee'] as Node) : []
}

function textOf(node: Node | undefined, text: string): string | null {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  return node?.type === 'TemplateLiteral' ? text.slice(node.start + 1, node.end - 1) : null
}
