import type { ElementType, ReactNode } from 'react'
import { Fragment, jsx } from 'react/jsx-runtime'

// A browser's translator replaces each text of a page by elements of its own. React keeps the text that it made: to
// remove it, or to insert something before it, throws, and to change it changes nothing that is seen. Only a text that
// is the whole content of an element is safe, because React then writes that content. This makes every text one.

/** Elements in which there can be no other element. */
const plain: ReadonlySet<unknown> = new Set(['option', 'text', 'title', 'tspan'])

const isText = (child: ReactNode): child is string | number =>
  typeof child === 'string' || typeof child === 'number'
const isNothing = (child: ReactNode) => child === null || child === undefined || typeof child === 'boolean'

/** Texts beside each other become one, in the place of the first; the other children keep their places. */
function joined(children: readonly ReactNode[]): ReactNode[] {
  const result = [...children]
  let open = -1
  let text = ''
  for (const [place, child] of children.entries()) {
    if (!isText(child)) {
      if (!isNothing(child)) open = -1
      continue
    }
    result[place] = null
    if (open < 0) {
      open = place
      text = ''
    }
    text += child
    result[open] = text
  }
  return result
}

const inElement = (child: ReactNode): ReactNode =>
  isText(child) && String(child).trim() !== '' ? jsx('span', { children: String(child) }) : child

/** The children of an element, with each text that is not alone in an element of its own. */
export function loneTexts(type: ElementType, children: ReactNode): ReactNode {
  if (plain.has(type)) return children
  if (!Array.isArray(children)) return type === Fragment ? inElement(children) : children
  const given = children as readonly ReactNode[]
  if (!given.some(isText)) return given
  const result = joined(given)
  const shown = result.filter((child) => !isNothing(child))
  return shown.length === 1 && type !== Fragment ? shown[0] : result.map(inElement)
}
