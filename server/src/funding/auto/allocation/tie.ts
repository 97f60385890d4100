/**
 * The tie-break between two lenders: a number that depends only on the loan's number and the lender's id. It is FNV-1a
 * of 32 bits over the loan's number, a slash and the id in decimals, with the last step of MurmurHash3, so that anybody
 * can verify it.
 */
export function tieOf(loanNumber: string, lenderId: number): number {
  return finish(absorb(seedOf(loanNumber), String(lenderId)))
}

/** The part of the hash that is the same for all lenders of a loan. */
export const seedOf = (loanNumber: string): number => absorb(0x811c9dc5, `${loanNumber}/`)

/** Like `tieOf`, from a seed computed once for the loan. */
export const tieWith = (seed: number, lenderId: number): number => finish(absorb(seed, String(lenderId)))

function absorb(start: number, text: string): number {
  let hash = start
  for (let place = 0; place < text.length; place += 1)
    hash = Math.imul(hash ^ (text.charCodeAt(place) & 0xff), 0x01000193)
  return hash
}

function finish(start: number): number {
  let hash = start
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
