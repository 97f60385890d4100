import { name, type Reference, type Value, write } from './objects.ts'
import type { PdfFile } from './pdf-file.ts'

/** A node of the structure tree, which screen readers read (ISO 32000-1, 14.7). */
export type Node = {
  reference: Reference
  tag: string
  parent: Reference
  /** The page of the node's first content. */
  page: Reference | undefined
  /** The children in serialised form: nodes, marked content, or a field. */
  kids: string[]
  attributes: Value | undefined
}

/** The structure tree of a document, written at the end of the file. */
export class Structure {
  private readonly file: PdfFile
  private readonly root: Reference
  private readonly nodes: Node[] = []
  /** The parent tree: for each page key the nodes of its marked content, for each field key the node of the field. */
  private readonly parents: (Reference[] | Reference)[] = []
  readonly document: Node

  constructor(file: PdfFile) {
    this.file = file
    this.root = file.reserve()
    this.document = this.node('Document', { reference: this.root })
  }

  /**
   * Adds a node to the tree.
   * @param above its parent node
   */
  node(tag: string, above: Pick<Node, 'reference'> | Node, attributes?: Value): Node {
    const reference = this.file.reserve()
    const node = { reference, tag, parent: above.reference, page: undefined, kids: [], attributes }
    if ('kids' in above) above.kids.push(reference.written)
    this.nodes.push(node)
    return node
  }

  /** Reserves the key of a new page, under which its marked content is found. */
  addPage(): number {
    this.parents.push([])
    return this.parents.length - 1
  }

  /**
   * Adds content of a page to a node.
   * @returns the number of the content on its page
   */
  addContent(node: Node, page: { reference: Reference; key: number }): number {
    const contents = this.parents[page.key]
    if (!Array.isArray(contents)) throw new Error(`${page.key} is not the key of a page`)
    const number = contents.push(node.reference) - 1
    node.page ??= page.reference
    node.kids.push(
      node.page === page.reference
        ? String(number)
        : write({ Type: name('MCR'), Pg: page.reference, MCID: number }),
    )
    return number
  }

  /**
   * Adds a field to a node.
   * @returns the key of the field
   */
  addField(node: Node, field: Reference, page: Reference): number {
    node.kids.push(write({ Type: name('OBJR'), Obj: field, Pg: page }))
    return this.parents.push(node.reference) - 1
  }

  /**
   * Writes all nodes.
   * @returns the reference for the document's catalog
   */
  finish(): Reference {
    for (const { reference, tag, parent, page, kids, attributes } of this.nodes) {
      const first = page ? ` /Pg ${page.written}` : ''
      const further = attributes === undefined ? '' : ` /A ${write(attributes)}`
      const written = `<</S /${tag} /P ${parent.written}${first} /K [${kids.join(' ')}]${further}>>`
      this.file.put(reference, { written })
    }
    const Nums = this.parents.flatMap((nodes, key): Value[] => [key, nodes])
    this.file.put(this.root, {
      Type: name('StructTreeRoot'),
      K: [this.document.reference],
      ParentTree: this.file.add({ Nums }),
      ParentTreeNextKey: this.parents.length,
    })
    return this.root
  }
}
