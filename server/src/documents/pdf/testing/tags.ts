import { poppler } from '../../../../testing/poppler.ts'

/** An element of a PDF's structure tree. `scope` says whether a table heading applies to its row or its column. */
export type Element = { tag: string; scope?: string; texts: string[]; children: Element[] }

/**
 * The structure of a tagged PDF with its texts, as poppler prints it. Each level is indented by two more spaces, an
 * attribute by three.
 */
export function readTags(file: string): Element {
  const output = poppler('pdfinfo', '-struct-text', file)
  const root: Element = { tag: 'root', texts: [], children: [] }
  const open: Element[] = [root]
  for (const line of output.split('\n')) {
    const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? []
    if (rest === '') continue
    const level = Math.floor(spaces.length / 2) + 1
    const scope = /^\/Scope \/(\w+)/.exec(rest)?.[1]
    const parent = open[level - 1]
    if (!parent) throw new Error(`cannot read "${line}"`)
    if (scope !== undefined) parent.scope = scope
    else if (rest.startsWith('"')) parent.texts.push(rest.slice(1, rest.endsWith('"') ? -1 : undefined))
    else {
      const element = { tag: /^\w+/.exec(rest)?.[0] ?? rest, texts: [], children: [] }
      parent.children.push(element)
      open.splice(level, open.length, element)
    }
  }
  return root
}

/** All text of an element. */
export const textOf = ({ texts, children }: Element): string => [...texts, ...children.map(textOf)].join('')
