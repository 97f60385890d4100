import type { ElementType, ReactNode } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { loneTexts } from './lone-texts.ts'

// As jsx-runtime.ts, for `npm run dev` and the tests.

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

type Props = { children?: ReactNode }
type Make = (
  type: ElementType,
  props: Props,
  key?: string,
  isStatic?: boolean,
  ...more: unknown[]
) => react.JSX.Element

export const jsxDEV: Make = (type, props, key, isStatic, ...more) => {
  const children = loneTexts(type, props.children)
  const isSame = children === props.children
  const given = isSame ? props : { ...props, children }
  return (react.jsxDEV as Make)(type, given, key, (isStatic || !isSame) && Array.isArray(children), ...more)
}
