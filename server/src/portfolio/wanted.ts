/** Which fundings of a lender are asked for; texts are patterns for LIKE. */
export type Wanted = {
  lenderId: number
  name: string | null
  loanNumber: string | null
  status: 'ACTIVE' | 'FUNDED' | 'LATE' | null
  page: number
  limit: number
}

/** How many there are, and the ids of those on the page, the newest first. */
export type FoundPage = { total: number; ids: string[] }

/** So many matches are taken in hand and sorted; of more, at least one in some hundreds matches, and they are walked. */
export const few = 500
