import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { lineAt } from '../findings.ts'
import { listFiles, root } from '../tree.ts'

/** A node of the syntax tree (ESTree), with the properties that the rules use. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export type Import = {
  /** The import path as written: a relative path or the name of a package. */
  specifier: string
  /** True for an import of types only, which is erased at run time. */
  typeOnly: boolean
  /** The imported names and their local names, which are mostly equal. */
  names: { imported: string; local: string }[]
  line: number
}

export type Source = { file: string; text: string; program: Node; imports: Import[] }

/**
 * Reads the imports and the syntax tree of one file.
 * @throws SyntaxError where the file is not valid TypeScript.
 */
export function readSource(file: string, text: string): Source {
  const { program, module, errors } = parseSync(file, text)
  const error = errors.find(({ severity }) => ['Error'].includes(severity))
  if (error) throw new SyntaxError(`${file}: ${error.message}`)
  const imports: Import[] = []
  const add = (specifier: string, typeOnly: boolean, start: number, names: Import['names'] = []) =>
    imports.push({ specifier, typeOnly, names, line: lineAt(text, start) })
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const names = entries.map(({ importName, localName }) => ({
      imported: importName.name ?? '',
      local: localName.value,
    }))
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), start, names)
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, isType, importName, exportName } of entries) {
      const names = [{ imported: importName.name ?? '', local: exportName.name ?? '' }]
      if (moduleRequest) add(moduleRequest.value, isType, start, names)
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(written)
    if (literal?.[2]) add(literal[2], false, start)
  }
  walk(program as unknown as Node, (node) => {
    const { type, start, source } = node as Node & { source?: Node }
    if (type === 'TSImportType' && typeof source?.['value'] === 'string') add(source['value'], true, start)
  })
  return { file, text, program: program as unknown as Node, imports }
}

/** The sources of the files that match one of these patterns, by path from the root. */
export const readSources = (patterns: string[]): ReadonlyMap<string, Source> =>
  new Map(
    listFiles(root, patterns).map((file) => [
      file,
      readSource(file, readFileSync(path.join(root, file), 'utf8')),
    ]),
  )

export const readRepository = (): ReadonlyMap<string, Source> =>
  readSources([
    '{contract,server,sandbox,web,e2e,proof,bench,scripts,deploy}/**/*.{ts,tsx}',
    'sandbox/**/*.js',
  ])

/** Visits every node below this one, parents first; `above` contains its ancestors, the nearest first. */
export function walk(node: Node, visit: (node: Node, above: readonly Node[]) => void): void {
  const go = (at: Node, above: readonly Node[]) => {
    visit(at, above)
    const around = [at, ...above.slice(0, 2)]
    for (const value of Object.values(at)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) go(child, around)
    }
  }
  go(node, [])
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
