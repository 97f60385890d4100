import type { TestProject } from 'vitest/node'
import { Operator } from './operator.ts'
import { Product, type ProductAddress } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    product: ProductAddress
  }
}

/** Starts the product that most end-to-end tests share, from an empty data folder; the start also builds the pages. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await Product.make()
  try {
    await product.start()
    await new Operator(product.address).liftDemoRules()
  } catch (error) {
    await product.remove()
    throw error
  }
  project.provide('product', product.address)
  return () => product.remove()
}
