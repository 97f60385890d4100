import type { ElementType, ReactNode } from 'react'
import * as react from 'react/jsx-runtime'
import { loneTexts } from './lone-texts.ts'

// What JSX is compiled to (`jsxImportSource` of tsconfig.json): React's own, with texts that a translator may replace.

export { Fragment, type JSX } from 'react/jsx-runtime'

type Make = (type: ElementType, props: { children?: ReactNode }, key?: string) => react.JSX.Element
const one = react.jsx as Make
const several = react.jsxs as Make

export const jsx: Make = (type, props, key) => {
  const children = loneTexts(type, props.children)
  return children === props.children ? one(type, props, key) : withChildren(type, { ...props, children }, key)
}

export const jsxs: Make = (type, props, key) =>
  withChildren(type, { ...props, children: loneTexts(type, props.children) }, key)

const withChildren: Make = (type, props, key) =>
  (Array.isArray(props.children) ? several : one)(type, props, key)
