import { useEffect, useState } from 'react'
import { countText } from '../../../ui/count-text.ts'
import type { MarketplaceFilter } from './filter.ts'
import { loanCountText } from './loan-count.ts'
import { useMarketplaceLoans } from './queries.ts'

/** More loans are loaded when so few are left below the one that is open. */
const fewLeft = 5

/** The place of a loan in the list as far as it is loaded, and the loans above and below; near its end more are loaded. */
export function useNeighbours(filter: MarketplaceFilter, loanNumber: string) {
  const { data, hasNextPage, isFetching, error, fetchNextPage } = useMarketplaceLoans(filter)
  const loans = data?.loans ?? []
  const found = loans.findIndex((loan) => loan.loanNumber === loanNumber)
  // A loan that has just been funded in full is no longer in the list; those around it still are.
  const [place, setPlace] = useState(found)
  if (found >= 0 && found !== place) setPlace(found)
  const after = found >= 0 ? place + 1 : place
  const isNearEnd = hasNextPage && !isFetching && !error && loans.length - after < fewLeft
  useEffect(() => {
    if (isNearEnd) void fetchNextPage()
  }, [isNearEnd, fetchNextPage])
  /** The loan above (-1) or below (1) another one of the list. */
  const beside = (number: string, by: -1 | 1): string | undefined => {
    const at = loans.findIndex((loan) => loan.loanNumber === number)
    return loans[at >= 0 ? at + by : by < 0 ? place - 1 : place]?.loanNumber
  }
  return {
    /** Empty for a loan that is not in the list. */
    position: data && found >= 0 ? `${countText(found + 1)} dari ${loanCountText(data.total)}` : '',
    beside,
  }
}
