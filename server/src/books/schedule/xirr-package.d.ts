/** The npm package `xirr`, against which our function is tested, has no types of its own. */
declare module 'xirr' {
  export default function xirr(transactions: { amount: number; when: Date }[]): number
}
