import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isNode, type Node, readSource } from '../../../scripts/check/boundaries/source.ts'

/** A module of the product as its syntax tree, with what it declares at its top level. */
export type Module = {
  file: string
  text: string
  program: Node
  /** Constants, functions, types and interfaces by name: the node that defines each. */
  values: Map<string, Node>
  types: Map<string, Node>
  /** Names that come from elsewhere, also those it only hands on. */
  imports: Map<string, { specifier: string; name: string }>
  /** The node above each node; read when it is first asked for. */
  readonly parents: ReadonlyMap<Node, Node>
}

/** Reads modules from the tree, each once; planted ones come from `planted`, by path. */
export class Modules {
  readonly #root: string
  readonly #planted: ReadonlyMap<string, string>
  readonly #read = new Map<string, Module>()

  constructor(root: string, planted: ReadonlyMap<string, string> = new Map()) {
    this.#root = root
    this.#planted = planted
  }

  get(file: string): Module {
    const known = this.#read.get(file)
    if (known) return known
    const text = this.#planted.get(file) ?? readFileSync(path.join(this.#root, file), 'utf8')
    const module = readModule(file, text)
    this.#read.set(file, module)
    return module
  }

  /** The definition behind a name, in whichever module it stands; undefined for a package. */
  find(module: Module, name: string, kind: 'values' | 'types'): { module: Module; node: Node } | undefined {
    const own = module[kind].get(name)
    if (own) return { module, node: own }
    const imported = module.imports.get(name)
    const file = imported && this.#fileOf(module.file, imported.specifier)
    return file ? this.find(this.get(file), imported.name, kind) : undefined
  }

  #fileOf(from: string, specifier: string): string | undefined {
    const own = /^@pematang\/([^/]+)\/(.*)$/.exec(specifier)
    if (own) return this.#existing(`${own[1]}/src/${own[2]}`)
    return specifier.startsWith('.')
      ? this.#existing(path.posix.join(path.posix.dirname(from), specifier))
      : undefined
  }

  #existing(file: string): string | undefined {
    return [file, `${file}.ts`, `${file}/index.ts`].find(
      (one) => one.endsWith('.ts') && (this.#planted.has(one) || existsSync(path.join(this.#root, one))),
    )
  }
}

function readModule(file: string, text: string): Module {
  const { program, imports } = readSource(file, text)
  let parents: ReadonlyMap<Node, Node> | undefined
  const module: Module = {
    file,
    text,
    program,
    values: new Map(),
    types: new Map(),
    imports: new Map(),
    get parents() {
      return (parents ??= parentsIn(program))
    },
  }
  for (const { specifier, names } of imports)
    for (const { imported, local } of names) module.imports.set(local, { specifier, name: imported })
  for (const item of program['body'] as Node[]) {
    const declared = item['declaration']
    declare(module, isNode(declared) ? declared : item)
  }
  return module
}

function declare({ values, types }: Module, node: Node): void {
  const name = nameOf(node['id'])
  if (node.type === 'FunctionDeclaration') values.set(name, node)
  if (node.type === 'ClassDeclaration') values.set(name, node)
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') types.set(name, node)
  if (node.type !== 'VariableDeclaration') return
  for (const { id, init } of node['declarations'] as { id: Node; init: Node | null }[])
    if (init && id.type === 'Identifier') values.set(nameOf(id), init)
}

function parentsIn(program: Node): ReadonlyMap<Node, Node> {
  const parents = new Map<Node, Node>()
  const go = (node: Node): void => {
    for (const key in node) {
      const value = node[key]
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) into(child, node)
      } else if (isNode(value)) into(value, node)
    }
  }
  const into = (child: Node, node: Node): void => {
    parents.set(child, node)
    go(child)
  }
  go(program)
  return parents
}

export const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : ''

/** The function around a node, nearest first. */
export function* functionsAround({ parents }: Module, node: Node): Generator<Node> {
  for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) yield at
}

export const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
