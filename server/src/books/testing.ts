// What only tests and tools need of this district. The product does not import it.

export { chart } from './ledger/index.ts'
export { withholdTax } from './schedule/index.ts'
